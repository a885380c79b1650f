# Debian packages that packaging/install-swift needs.
ca-certificates        # verifies swift.org
curl                   # fetches the toolchain
gnupg                  # checks its makers' signature
