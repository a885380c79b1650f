// Where fonts are (fontconfig).
#include <fontconfig/fontconfig.h>
