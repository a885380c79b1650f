// crypt.h declares crypt_gensalt_rn and crypt_rn without feature macros.
#include <crypt.h>
