// libcurl's functions, which late.c defines. Their declarations are in CCurl.
