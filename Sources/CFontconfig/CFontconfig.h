// fontconfig finds the system's fonts.
#include <fontconfig/fontconfig.h>
