/* Walks through all that it can see, and opens what is not the system's own. */
#include "attack.h"

static int left = 60000;

static int may_be_seen(const char *path)
{
    static const char *const open_to_all[] = {
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives", "/etc/ld.so", "/etc/localtime",
        "/etc/nsswitch.conf", "/etc/java", "/submission", "/tmp/note-of-my-own", "/dev/null", "/dev/zero", "/dev/full",
        "/dev/random", "/dev/urandom", "/dev/fd", "/dev/std", "/proc",
    };
    for (unsigned one = 0; one < sizeof open_to_all / sizeof open_to_all[0]; one++) {
        if (strncmp(path, open_to_all[one], strlen(open_to_all[one])) == 0) {
            return 1;
        }
    }
    return 0;
}

static void walk(const char *folder, int depth)
{
    DIR *entries = opendir(folder);
    struct dirent *entry;
    while (entries && left > 0 && (entry = readdir(entries))) {
        char path[PATH_MAX];
        struct stat about;
        left--;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0
            || snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path || lstat(path, &about) != 0
            || may_be_seen(path)) {
            continue;
        }
        if (S_ISDIR(about.st_mode) && depth < 12) {
            walk(path, depth + 1);
        } else if (S_ISREG(about.st_mode)) {
            int file = open(path, O_RDONLY);
            if (file >= 0) {
                HARM("%s can be read", path);
                close(file);
            }
        }
    }
    if (entries) {
        closedir(entries);
    }
}

int main(void)
{
    walk("", 0);
    walk("/work", 0);
    walk("/home", 0);
    walk("/tmp", 0);
    walk("@CLASS@", 0);
    walk("@REPORTS@", 0);
    return tried();
}
