// crypt.h has crypt_gensalt_rn and crypt_rn for everybody.
#include <crypt.h>
