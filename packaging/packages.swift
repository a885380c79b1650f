# Debian packages that packaging/install-swift needs.
ca-certificates        # verifies the certificate of swift.org
curl                   # downloads the toolchain
gnupg                  # verifies the signature of the toolchain
