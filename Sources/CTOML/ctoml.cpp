#include <exception>

namespace {

struct Impossible : std::exception {
  const char *what() const noexcept override { return "is not valid TOML"; }
};

} // namespace

// toml++ 3.3 has assertions that some broken texts violate. They would end the process, and without them the
// behavior is undefined. As exceptions, they report that the text is not TOML.
#define TOML_ASSERT(condition)                                                                                         \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      throw Impossible();                                                                                              \
    }                                                                                                                  \
  } while (false)
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 160

#include "ctoml.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

namespace {

class Walk {
public:
  Walk(ctoml_handler handler, void *context) : handler(handler), context(context) {}

  void table(const toml::table &table, ctoml_event event) {
    event.count = table.size();
    report(event, CTOML_TABLE_BEGIN);
    for (auto &&[key, node] : table) {
      value(node, at(node, key));
    }
    report(event, CTOML_TABLE_END);
  }

private:
  ctoml_handler handler;
  void *context;

  void report(ctoml_event event, ctoml_kind kind) {
    event.kind = kind;
    handler(context, &event);
  }

  static ctoml_event at(const toml::node &node) {
    ctoml_event event{};
    event.line = node.source().begin.line;
    event.column = node.source().begin.column;
    return event;
  }

  static ctoml_event at(const toml::node &node, const toml::key &key) {
    ctoml_event event = at(node);
    event.key = key.data();
    event.key_length = key.length();
    event.key_line = key.source().begin.line;
    event.key_column = key.source().begin.column;
    return event;
  }

  void value(const toml::node &node, ctoml_event event) {
    if (auto *inner = node.as_table()) {
      table(*inner, event);
    } else if (auto *list = node.as_array()) {
      event.count = list->size();
      report(event, CTOML_ARRAY_BEGIN);
      for (auto &&element : *list) {
        value(element, at(element));
      }
      report(event, CTOML_ARRAY_END);
    } else if (auto *text = node.as_string()) {
      event.text = text->get().data();
      event.text_length = text->get().size();
      report(event, CTOML_STRING);
    } else if (auto *integer = node.as_integer()) {
      event.integer = integer->get();
      report(event, CTOML_INTEGER);
    } else if (auto *number = node.as_floating_point()) {
      event.number = number->get();
      report(event, CTOML_FLOAT);
    } else if (auto *boolean = node.as_boolean()) {
      event.integer = boolean->get();
      report(event, CTOML_BOOLEAN);
    } else {
      report(event, CTOML_DATE_TIME);
    }
  }
};

bool is_impossible(std::string_view text) try {
  static_cast<void>(toml::parse(text));
  return false;
} catch (const Impossible &) {
  return true;
}

// Returns the line at which a text violates an assertion: the first one whose end triggers it.
uint32_t impossible_line(std::string_view text) {
  std::vector<size_t> ends;
  for (size_t at = 0; at < text.size(); at++) {
    if (text[at] == '\n') {
      ends.push_back(at + 1);
    }
  }
  auto found = std::partition_point(ends.begin(), ends.end(),
                                    [&](size_t end) { return !is_impossible(text.substr(0, end)); });
  return static_cast<uint32_t>(found - ends.begin()) + 1;
}

bool fail(ctoml_error *error, std::string_view message, toml::source_position at = {}) {
  size_t length = std::min(message.size(), sizeof error->message - 1);
  memcpy(error->message, message.data(), length);
  error->message[length] = 0;
  error->line = at.line;
  error->column = at.column;
  return false;
}

} // namespace

bool ctoml_parse(const char *text, size_t length, ctoml_handler handler, void *context, ctoml_error *error) try {
  toml::parse_result result = toml::parse(std::string_view(text, length));
  if (!result) {
    return fail(error, result.error().description(), result.error().source().begin);
  }
  Walk(handler, context).table(result.table(), {});
  return true;
} catch (const Impossible &impossible) {
  return fail(error, impossible.what(), {impossible_line({text, length}), 1});
} catch (const std::exception &exception) {
  // The standard library can run out of memory. No exception may unwind through Swift.
  return fail(error, exception.what());
}
