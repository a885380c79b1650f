/// The pictograms that `glyph` can name.
package enum Glyph: String, CaseIterable, Hashable, Sendable {
  case accessibility, animal, battery, bed, bell, bike, bird, book, bridge, brush, bus, cafe, calculator,
    calendar, camera, car, cart, castle, chart, chat, check, chess, child, church, cloakroom, clock,
    cloud, compass, computer, crown, dice, dinosaur, document, door, download, drink, energy, exit, eye,
    factory, fan, feedback, file, film, fire, firstaid, fish, flag, flower, folder, food, game, gift,
    globe, headphones, health, heart, history, home, hospital, info, key, keyboard, lamp, language, leaf,
    library, lift, light, list, lock, luggage, mail, map, microphone, money, moon, mountain, museum,
    music, news, paint, parking, pen, people, person, phone, picture, pin, plan, plane, planet, power,
    printer, puzzle, question, quiz, radio, rain, reload, rocket, ruler, school, science, sculpture,
    search, settings, ship, shop, smartphone, snow, sound, sport, stairs, star, sun, terminal, theater,
    thermometer, ticket, toilet, train, tree, trophy, tv, video, water, weather, wheelchair, wifi,
    wrench
}

extension Glyph: WordSetting {}
