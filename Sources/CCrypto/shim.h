/* The functions of OpenSSL 3.0, without the deprecations of later releases. */
#define OPENSSL_API_COMPAT 30000

#include <openssl/asn1.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/pkcs7.h>
#include <openssl/ts.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
