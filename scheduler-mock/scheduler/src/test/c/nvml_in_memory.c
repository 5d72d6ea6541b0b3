/*
 * NVML's calls over GPUs in memory, with NVML's symbols and layouts, so that the binding is tested through the real ABI.
 * The calls named test_... are for tests: they add GPUs and do to them what users, drivers and cosmic rays do.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NO_PERMISSION = 4, NOT_FOUND = 6,
    INSUFFICIENT_SIZE = 7, TIMEOUT = 10, FUNCTION_NOT_FOUND = 13, GPU_IS_LOST = 15, IN_USE = 19, INSUFFICIENT_RESOURCES = 23, VERSION_MISMATCH = 25
};

typedef struct { unsigned long long total, free, used; } nvmlMemory_t;
typedef struct { unsigned int start, size; } nvmlGpuInstancePlacement_t;
typedef struct {
    unsigned int id, isP2pSupported, sliceCount, instanceCount, multiprocessorCount, copyEngineCount, decoderCount,
        encoderCount, jpegCount, ofaCount;
    unsigned long long memorySizeMB;
} nvmlGpuInstanceProfileInfo_t;
typedef struct {
    unsigned int version, id, isP2pSupported, sliceCount, instanceCount, multiprocessorCount, copyEngineCount, decoderCount,
        encoderCount, jpegCount, ofaCount;
    unsigned long long memorySizeMB;
    char name[96];
} nvmlGpuInstanceProfileInfo_v2_t;
typedef struct {
    unsigned int version, id, sliceCount, instanceCount, multiprocessorCount, copyEngineCount, decoderCount, encoderCount,
        jpegCount, ofaCount;
    unsigned long long memorySizeMB;
    char name[96];
    unsigned int capabilities;
} nvmlGpuInstanceProfileInfo_v3_t;
typedef struct {
    void *device;
    unsigned int id, profileId;
    nvmlGpuInstancePlacement_t placement;
} nvmlGpuInstanceInfo_t;
typedef struct {
    unsigned int id, sliceCount, instanceCount, multiprocessorCount, sharedCopyEngineCount, sharedDecoderCount,
        sharedEncoderCount, sharedJpegCount, sharedOfaCount;
} nvmlComputeInstanceProfileInfo_t;
typedef struct {
    void *device;
    void *gpuInstance;
    unsigned int id, profileId;
    nvmlGpuInstancePlacement_t placement;
} nvmlComputeInstanceInfo_t;
typedef struct { unsigned int pid; unsigned long long usedGpuMemory; } nvmlProcessInfo_v1_t;
typedef struct {
    unsigned int pid;
    unsigned long long usedGpuMemory;
    unsigned int gpuInstanceId, computeInstanceId;
} nvmlProcessInfo_t;
/* What the third call wrote in the first drivers of the series 535. */
typedef struct {
    unsigned int pid;
    unsigned long long usedGpuMemory;
    unsigned int gpuInstanceId, computeInstanceId;
    unsigned long long usedGpuCcProtectedMemory;
} nvmlProcessInfo_protected_t;
typedef struct {
    void *device;
    unsigned long long eventType, eventData;
    unsigned int gpuInstanceId, computeInstanceId;
} nvmlEventData_t;

enum { GPUS = 4, PROFILES = 24, STARTS = 32, INSTANCES = 32, PROCESSES = 32, EVENTS = 16 };

typedef struct {
    char name[96];
    unsigned int id, number, slices, size, most, sms, starts[STARTS], places;
    unsigned long long mib;
} profile;

typedef struct { unsigned int pid; unsigned long long used; } process;

struct gpu;

typedef struct {
    int present, compute, busy;
    unsigned int id;
    profile *kind;
    unsigned int start;
    struct gpu *gpu;
    process processes[PROCESSES];
    int running;
    char uuid[96];
} instance;

typedef struct gpu {
    char name[96], uuid[96];
    int lost, mig, fail_compute;
    profile profiles[PROFILES];
    int kinds;
    instance instances[INSTANCES];
} gpu;

static gpu all[GPUS];
static int gpus, running, privileged = 1, newest_info = 3, newest_list = 3, lists_protected, lists_all, memory_code, register_code, amount_unknown;
static nvmlEventData_t events[EVENTS];
static int raised;

static gpu *as_gpu(void *handle) {
    for (int i = 0; i < gpus; i++) if (handle == &all[i]) return &all[i];
    return NULL;
}

static instance *as_instance(void *handle) {
    for (int i = 0; i < gpus; i++)
        for (int k = 0; k < INSTANCES; k++)
            if (handle == &all[i].instances[k]) return &all[i].instances[k];
    return NULL;
}

static int check(const instance *it) {
    if (!it) return INVALID_ARGUMENT;
    if (!it->present) return NOT_FOUND;
    return it->gpu->lost ? GPU_IS_LOST : SUCCESS;
}

/* A compute instance's handle, which is also its MIG device's: one byte into the instance. */
static void *mig_of(instance *it) { return (char *)it + 1; }
static instance *of_mig(void *handle) { return as_instance((char *)handle - 1); }

#define REQUIRE_RUNNING if (!running) return UNINITIALIZED
#define REQUIRE_GPU(g, handle) \
    REQUIRE_RUNNING; gpu *g = as_gpu(handle); if (!g || g->lost) return g ? GPU_IS_LOST : INVALID_ARGUMENT
#define REQUIRE_PRIVILEGE if (!privileged) return NO_PERMISSION
#define REQUIRE_INSTANCE(it, handle) \
    REQUIRE_RUNNING; instance *it = as_instance(handle); int bad = check(it); if (bad) return bad

static int put(char *to, unsigned int length, const char *text) {
    if (strlen(text) >= length) return INSUFFICIENT_SIZE;
    strcpy(to, text);
    return SUCCESS;
}

int nvmlInit_v2(void) { running++; return SUCCESS; }
int nvmlShutdown(void) { if (!running) return UNINITIALIZED; running--; return SUCCESS; }

const char *nvmlErrorString(int code) {
    switch (code) {
        case NO_PERMISSION: return "Insufficient Permissions";
        case IN_USE: return "In use by another client";
        case GPU_IS_LOST: return "GPU is lost";
        case INSUFFICIENT_RESOURCES: return "Insufficient Resources";
        default: return "Some error";
    }
}

int nvmlSystemGetDriverVersion(char *to, unsigned int length) { REQUIRE_RUNNING; return put(to, length, "580.00.00"); }
int nvmlSystemGetNVMLVersion(char *to, unsigned int length) { REQUIRE_RUNNING; return put(to, length, "13.580.00.00"); }

int nvmlDeviceGetCount_v2(unsigned int *count) { REQUIRE_RUNNING; *count = (unsigned)gpus; return SUCCESS; }

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **device) {
    REQUIRE_RUNNING;
    if (index >= (unsigned)gpus) return INVALID_ARGUMENT;
    if (all[index].lost) return GPU_IS_LOST;
    *device = &all[index];
    return SUCCESS;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **device) {
    REQUIRE_RUNNING;
    for (int i = 0; i < gpus; i++) {
        if (!strcmp(uuid, all[i].uuid)) {
            if (all[i].lost) return GPU_IS_LOST;
            *device = &all[i];
            return SUCCESS;
        }
        for (int k = 0; k < INSTANCES; k++) {
            instance *it = &all[i].instances[k];
            if (it->present && it->compute && !strcmp(uuid, it->uuid)) {
                *device = mig_of(it);
                return SUCCESS;
            }
        }
    }
    return NOT_FOUND;
}

int nvmlDeviceGetName(void *device, char *to, unsigned int length) {
    REQUIRE_GPU(g, device);
    return put(to, length, g->name);
}

int nvmlDeviceGetUUID(void *device, char *to, unsigned int length) {
    REQUIRE_RUNNING;
    instance *it = of_mig(device);
    if (it) return it->present && it->compute ? put(to, length, it->uuid) : NOT_FOUND;
    REQUIRE_GPU(g, device);
    return put(to, length, g->uuid);
}

static unsigned long long used(instance *it) {
    unsigned long long sum = 0;
    for (int i = 0; i < it->running; i++) sum += it->processes[i].used;
    return sum;
}

int nvmlDeviceGetMemoryInfo(void *device, nvmlMemory_t *memory) {
    REQUIRE_RUNNING;
    instance *it = of_mig(device);
    if (it) {
        if (!it->present || !it->compute) return NOT_FOUND;
        memory->total = it->kind->mib << 20;
        memory->used = used(it);
    } else {
        REQUIRE_GPU(g, device);
        REQUIRE_PRIVILEGE;
        if (g == all && memory_code) return memory_code;
        memory->total = 0;
        memory->used = 0;
        for (int i = 0; i < g->kinds; i++)
            if (g->profiles[i].mib << 20 > memory->total) memory->total = g->profiles[i].mib << 20;
        for (int i = 0; i < INSTANCES; i++) if (g->instances[i].present) memory->used += used(&g->instances[i]);
    }
    memory->free = memory->total - memory->used;
    if (amount_unknown) memory->used = ~0ULL;
    return SUCCESS;
}

int nvmlDeviceGetMigMode(void *device, unsigned int *current, unsigned int *pending) {
    REQUIRE_GPU(g, device);
    *current = *pending = (unsigned)g->mig;
    return SUCCESS;
}

int nvmlDeviceSetMigMode(void *device, unsigned int mode, int *activation) {
    REQUIRE_GPU(g, device);
    REQUIRE_PRIVILEGE;
    for (int i = 0; i < INSTANCES; i++) {
        if (g->instances[i].present && (g->instances[i].running || g->instances[i].busy)) {
            *activation = IN_USE;
            return SUCCESS;
        }
    }
    memset(g->instances, 0, sizeof g->instances);
    g->mig = (int)mode;
    *activation = SUCCESS;
    return SUCCESS;
}

static profile *numbered(gpu *g, unsigned int number) {
    for (int i = 0; i < g->kinds; i++) if (g->profiles[i].number == number) return &g->profiles[i];
    return NULL;
}

static profile *with_id(gpu *g, unsigned int id) {
    for (int i = 0; i < g->kinds; i++) if (g->profiles[i].id == id) return &g->profiles[i];
    return NULL;
}

enum { PROFILE_NUMBERS = 0x12 };

static int described(gpu *g, unsigned int number, profile **it) {
    if (!g->mig) return NOT_SUPPORTED;
    if (number >= PROFILE_NUMBERS) return INVALID_ARGUMENT;
    *it = numbered(g, number);
    return *it ? SUCCESS : NOT_SUPPORTED;
}

int nvmlDeviceGetGpuInstanceProfileInfo(void *device, unsigned int number, nvmlGpuInstanceProfileInfo_t *info) {
    REQUIRE_GPU(g, device);
    profile *it = NULL;
    int code = described(g, number, &it);
    if (code) return code;
    memset(info, 0, sizeof *info);
    info->id = it->id;
    info->sliceCount = it->slices;
    info->instanceCount = it->most;
    info->multiprocessorCount = it->sms;
    info->memorySizeMB = it->mib;
    return SUCCESS;
}

int nvmlDeviceGetGpuInstanceProfileInfoV(void *device, unsigned int number, nvmlGpuInstanceProfileInfo_v2_t *info) {
    REQUIRE_GPU(g, device);
    profile *it = NULL;
    int code = described(g, number, &it);
    if (code) return code;
    unsigned int version = info->version;
    if (version == 0x2000098 && newest_info >= 2) {
        memset(info, 0, sizeof *info);
        info->id = it->id;
        info->sliceCount = it->slices;
        info->instanceCount = it->most;
        info->multiprocessorCount = it->sms;
        info->memorySizeMB = it->mib;
        sprintf(info->name, "MIG %s", it->name);
        info->version = version;
        return SUCCESS;
    }
    if (version == 0x3000098 && newest_info >= 3) {
        nvmlGpuInstanceProfileInfo_v3_t *newer = (nvmlGpuInstanceProfileInfo_v3_t *)info;
        memset(newer, 0, sizeof *newer);
        newer->id = it->id;
        newer->sliceCount = it->slices;
        newer->instanceCount = it->most;
        newer->multiprocessorCount = it->sms;
        newer->memorySizeMB = it->mib;
        sprintf(newer->name, "MIG %s", it->name);
        newer->version = version;
        return SUCCESS;
    }
    return VERSION_MISMATCH;
}

int nvmlDeviceGetGpuInstancePossiblePlacements_v2(
        void *device, unsigned int id, nvmlGpuInstancePlacement_t *places, unsigned int *count) {
    REQUIRE_GPU(g, device);
    REQUIRE_PRIVILEGE;
    profile *it = with_id(g, id);
    if (!it) return NOT_SUPPORTED;
    if (places) {
        if (*count < it->places) return INSUFFICIENT_SIZE;
        for (unsigned int i = 0; i < it->places; i++) {
            places[i].start = it->starts[i];
            places[i].size = it->size;
        }
    }
    *count = it->places;
    return SUCCESS;
}

int nvmlDeviceGetGpuInstances(void *device, unsigned int id, void **array, unsigned int *count) {
    REQUIRE_GPU(g, device);
    REQUIRE_PRIVILEGE;
    unsigned int found = 0;
    for (int i = 0; i < INSTANCES; i++)
        if (g->instances[i].present && g->instances[i].kind->id == id) array[found++] = &g->instances[i];
    *count = found;
    return SUCCESS;
}

int nvmlDeviceGetGpuInstanceById(void *device, unsigned int id, void **found) {
    REQUIRE_GPU(g, device);
    REQUIRE_PRIVILEGE;
    for (int i = 0; i < INSTANCES; i++) {
        if (g->instances[i].present && g->instances[i].id == id) {
            *found = &g->instances[i];
            return SUCCESS;
        }
    }
    return NOT_FOUND;
}

int nvmlDeviceCreateGpuInstanceWithPlacement(
        void *device, unsigned int id, const nvmlGpuInstancePlacement_t *place, void **created) {
    REQUIRE_GPU(g, device);
    REQUIRE_PRIVILEGE;
    if (!g->mig) return NOT_SUPPORTED;
    profile *kind = with_id(g, id);
    if (!kind || place->size != kind->size) return INVALID_ARGUMENT;
    int allowed = 0;
    for (unsigned int i = 0; i < kind->places; i++) allowed |= kind->starts[i] == place->start;
    if (!allowed) return INVALID_ARGUMENT;
    unsigned int alike = 0;
    for (int i = 0; i < INSTANCES; i++) {
        instance *it = &g->instances[i];
        if (!it->present) continue;
        alike += it->kind == kind;
        if (it->start < place->start + place->size && place->start < it->start + it->kind->size)
            return INSUFFICIENT_RESOURCES;
    }
    if (alike >= kind->most) return INSUFFICIENT_RESOURCES;
    for (unsigned int free_id = 1;; free_id++) {
        int taken = 0;
        for (int i = 0; i < INSTANCES; i++) taken |= g->instances[i].present && g->instances[i].id == free_id;
        if (taken) continue;
        for (int i = 0; i < INSTANCES; i++) {
            instance *it = &g->instances[i];
            if (it->present) continue;
            memset(it, 0, sizeof *it);
            it->present = 1;
            it->id = free_id;
            it->kind = kind;
            it->start = place->start;
            it->gpu = g;
            *created = it;
            return SUCCESS;
        }
        return INSUFFICIENT_RESOURCES;
    }
}

int nvmlGpuInstanceGetInfo(void *handle, nvmlGpuInstanceInfo_t *info) {
    REQUIRE_INSTANCE(it, handle);
    info->device = it->gpu;
    info->id = it->id;
    info->profileId = it->kind->id;
    info->placement.start = it->start;
    info->placement.size = it->kind->size;
    return SUCCESS;
}

int nvmlGpuInstanceDestroy(void *handle) {
    REQUIRE_INSTANCE(it, handle);
    REQUIRE_PRIVILEGE;
    if (it->compute || it->running) return IN_USE;
    if (it->busy > 0) {
        it->busy--;
        return IN_USE;
    }
    it->present = 0;
    return SUCCESS;
}

/* Compute profiles: one of a single slice, and one of the whole instance under the number of its size. */
int nvmlGpuInstanceGetComputeInstanceProfileInfo(
        void *handle, unsigned int number, unsigned int engine, nvmlComputeInstanceProfileInfo_t *info) {
    REQUIRE_INSTANCE(it, handle);
    if (number >= 9 || engine) return INVALID_ARGUMENT;
    static const unsigned int slices[] = {1, 2, 3, 4, 7, 8, 6, 1, 7};
    if (number > 6 || (slices[number] != 1 && slices[number] != it->kind->slices)) return NOT_SUPPORTED;
    memset(info, 0, sizeof *info);
    info->id = number + 100;
    info->sliceCount = slices[number];
    info->instanceCount = it->kind->slices / slices[number];
    return SUCCESS;
}

int nvmlGpuInstanceCreateComputeInstance(void *handle, unsigned int id, void **created) {
    REQUIRE_INSTANCE(it, handle);
    REQUIRE_PRIVILEGE;
    static const unsigned int slices[] = {1, 2, 3, 4, 7, 8, 6};
    if (id < 100 || id > 106) return INVALID_ARGUMENT;
    if (it->compute || it->gpu->fail_compute || slices[id - 100] != it->kind->slices) return INSUFFICIENT_RESOURCES;
    it->compute = 1;
    sprintf(it->uuid, "MIG-%.40s-%u-0", it->gpu->uuid + 4, it->id);
    *created = mig_of(it);
    return SUCCESS;
}

int nvmlComputeInstanceDestroy(void *handle) {
    REQUIRE_RUNNING;
    instance *it = of_mig(handle);
    if (!it || !it->present || !it->compute) return NOT_FOUND;
    if (it->gpu->lost) return GPU_IS_LOST;
    REQUIRE_PRIVILEGE;
    if (it->running) return IN_USE;
    it->compute = 0;
    return SUCCESS;
}

int nvmlGpuInstanceGetComputeInstances(void *handle, unsigned int id, void **array, unsigned int *count) {
    REQUIRE_INSTANCE(it, handle);
    REQUIRE_PRIVILEGE;
    static const unsigned int slices[] = {1, 2, 3, 4, 7, 8, 6};
    *count = 0;
    if (it->compute && id >= 100 && id <= 106 && slices[id - 100] == it->kind->slices) array[(*count)++] = mig_of(it);
    return SUCCESS;
}

int nvmlComputeInstanceGetInfo_v2(void *handle, nvmlComputeInstanceInfo_t *info) {
    REQUIRE_RUNNING;
    instance *it = of_mig(handle);
    if (!it || !it->present || !it->compute) return NOT_FOUND;
    info->device = mig_of(it);
    info->gpuInstance = it;
    info->id = 0;
    info->profileId = 100;
    info->placement.start = 0;
    info->placement.size = it->kind->slices;
    return SUCCESS;
}

int nvmlDeviceGetMaxMigDeviceCount(void *device, unsigned int *count) {
    REQUIRE_GPU(g, device);
    *count = g->mig ? INSTANCES : 0;
    return SUCCESS;
}

int nvmlDeviceGetMigDeviceHandleByIndex(void *device, unsigned int index, void **mig) {
    REQUIRE_GPU(g, device);
    if (index >= INSTANCES) return INVALID_ARGUMENT;
    instance *it = &g->instances[index];
    if (!it->present || !it->compute) return NOT_FOUND;
    *mig = mig_of(it);
    return SUCCESS;
}

int nvmlDeviceGetGpuInstanceId(void *mig, unsigned int *id) {
    REQUIRE_RUNNING;
    instance *it = of_mig(mig);
    if (!it || !it->present) return NOT_FOUND;
    *id = it->id;
    return SUCCESS;
}

int nvmlDeviceGetComputeInstanceId(void *mig, unsigned int *id) {
    REQUIRE_RUNNING;
    instance *it = of_mig(mig);
    if (!it || !it->present) return NOT_FOUND;
    *id = 0;
    return SUCCESS;
}

enum { V1 = sizeof(nvmlProcessInfo_v1_t), V2 = sizeof(nvmlProcessInfo_t), V2_PROTECTED = sizeof(nvmlProcessInfo_protected_t) };

static unsigned int list(instance *it, char *array, unsigned int room, unsigned int at, size_t size) {
    for (int i = 0; i < it->running; i++, at++) {
        if (!array || at >= room) continue;
        nvmlProcessInfo_protected_t entry;
        memset(&entry, 0, sizeof entry);
        entry.pid = it->processes[i].pid;
        entry.usedGpuMemory = it->processes[i].used;
        entry.gpuInstanceId = it->id;
        memcpy(array + at * size, &entry, size);
    }
    return at;
}

static int processes(void *device, unsigned int *count, void *array, size_t size) {
    REQUIRE_RUNNING;
    unsigned int found = 0;
    instance *one = of_mig(device);
    if (one && !one->present) return NOT_FOUND;
    if (one && !lists_all) {
        found = list(one, array, *count, 0, size);
    } else {
        REQUIRE_GPU(g, one ? one->gpu : device);
        for (int i = 0; i < INSTANCES; i++)
            if (g->instances[i].present) found = list(&g->instances[i], array, *count, found, size);
    }
    int code = found > *count ? INSUFFICIENT_SIZE : SUCCESS;
    *count = found;
    return code;
}

int nvmlDeviceGetComputeRunningProcesses(void *device, unsigned int *count, nvmlProcessInfo_v1_t *array) {
    return processes(device, count, array, V1);
}

int nvmlDeviceGetComputeRunningProcesses_v2(void *device, unsigned int *count, nvmlProcessInfo_t *array) {
    return newest_list < 2 ? FUNCTION_NOT_FOUND : processes(device, count, array, V2);
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned int *count, nvmlProcessInfo_t *array) {
    return newest_list < 3 ? VERSION_MISMATCH : processes(device, count, array, lists_protected ? V2_PROTECTED : V2);
}

int nvmlEventSetCreate(void **set) { REQUIRE_RUNNING; *set = malloc(1); return SUCCESS; }
int nvmlEventSetFree(void *set) { free(set); return SUCCESS; }

int nvmlDeviceRegisterEvents(void *device, unsigned long long types, void *set) {
    REQUIRE_GPU(g, device);
    (void)types;
    if (g == all && register_code) return register_code;
    return g && set ? SUCCESS : INVALID_ARGUMENT;
}

/* Never waits: a test has raised what there is. */
int nvmlEventSetWait_v2(void *set, nvmlEventData_t *data, unsigned int millis) {
    REQUIRE_RUNNING;
    (void)millis;
    if (!set) return INVALID_ARGUMENT;
    if (!raised) return TIMEOUT;
    *data = events[0];
    memmove(events, events + 1, (size_t)(--raised) * sizeof *events);
    return SUCCESS;
}

/* For tests. */

void test_clear(void) {
    memset(all, 0, sizeof all);
    gpus = running = raised = 0;
    privileged = 1;
    newest_info = newest_list = 3;
    lists_protected = lists_all = memory_code = register_code = amount_unknown = 0;
}

static void describe(gpu *g, const char *profiles) {
    const char *line = profiles;
    g->kinds = 0;
    while (*line) {
        profile *p = &g->profiles[g->kinds++];
        int read = 0;
        memset(p, 0, sizeof *p);
        sscanf(line, "%95s %u %u %u %u %u %llu %u%n", p->name, &p->id, &p->number, &p->slices, &p->size, &p->most, &p->mib,
               &p->sms, &read);
        line += read;
        while (*line == ' ') {
            sscanf(line, " %u%n", &p->starts[p->places++], &read);
            line += read;
        }
        if (*line == '\n') line++;
    }
}

/* Each line of profiles: name, id, number, compute slices, size, most, MiB, multiprocessors, starts. */
void test_add(const char *name, const char *uuid, const char *profiles) {
    gpu *g = &all[gpus++];
    memset(g, 0, sizeof *g);
    strcpy(g->name, name);
    strcpy(g->uuid, uuid);
    g->mig = 1;
    describe(g, profiles);
}

/* Another driver describes the same profiles, in the same order, otherwise. */
void test_describe(int index, const char *profiles) { describe(&all[index], profiles); }

static instance *find(int index, unsigned int id) {
    for (int i = 0; i < INSTANCES; i++)
        if (all[index].instances[i].present && all[index].instances[i].id == id) return &all[index].instances[i];
    return NULL;
}

void test_hold(int index, unsigned int id, int tries) { find(index, id)->busy = tries; }
void test_half_destroy(int index, unsigned int id) { find(index, id)->compute = 0; }
void test_privileged(int yes) { privileged = yes; }
void test_newest_info(int version) { newest_info = version; }
void test_newest_list(int version) { newest_list = version; }
/* Entries have a field more. */
void test_protected_list(int yes) { lists_protected = yes; }
/* The list of a MIG device holds what runs on its neighbours too. */
void test_list_all(int yes) { lists_all = yes; }
/* The first GPU answers so when it is asked for its memory. */
void test_memory_code(int code) { memory_code = code; }
void test_register_code(int code) { register_code = code; }
void test_amount_unknown(int yes) { amount_unknown = yes; }
void test_fail_compute(int index, int yes) { all[index].fail_compute = yes; }
void test_lose(int index) { all[index].lost = 1; memset(all[index].instances, 0, sizeof all[index].instances); }
void test_reset(int index) { all[index].lost = 0; memset(all[index].instances, 0, sizeof all[index].instances); }

void test_start(int index, unsigned int id, unsigned int pid, unsigned long long bytes) {
    instance *it = find(index, id);
    it->processes[it->running].pid = pid;
    it->processes[it->running++].used = bytes;
}

void test_stop(int index, unsigned int id) { find(index, id)->running = 0; }

void test_raise(int index, unsigned long long type, unsigned long long data, unsigned int id) {
    nvmlEventData_t event = {&all[index], type, data, id, 0xFFFFFFFFu};
    events[raised++] = event;
}

#define SIZE(type) if (!strcmp(name, #type)) return (int)sizeof(type)
int test_size(const char *name) {
    SIZE(nvmlMemory_t); SIZE(nvmlGpuInstancePlacement_t); SIZE(nvmlGpuInstanceProfileInfo_t);
    SIZE(nvmlGpuInstanceProfileInfo_v2_t); SIZE(nvmlGpuInstanceProfileInfo_v3_t); SIZE(nvmlGpuInstanceInfo_t);
    SIZE(nvmlProcessInfo_v1_t); SIZE(nvmlProcessInfo_protected_t);
    SIZE(nvmlComputeInstanceProfileInfo_t); SIZE(nvmlComputeInstanceInfo_t); SIZE(nvmlProcessInfo_t); SIZE(nvmlEventData_t);
    return -1;
}

#define AT(type, member) if (!strcmp(name, #type) && !strcmp(field, #member)) return (int)offsetof(type, member)
int test_offset(const char *name, const char *field) {
    AT(nvmlMemory_t, total); AT(nvmlMemory_t, free); AT(nvmlMemory_t, used);
    AT(nvmlGpuInstancePlacement_t, start); AT(nvmlGpuInstancePlacement_t, size);
    AT(nvmlGpuInstanceProfileInfo_t, id); AT(nvmlGpuInstanceProfileInfo_t, sliceCount);
    AT(nvmlGpuInstanceProfileInfo_t, instanceCount); AT(nvmlGpuInstanceProfileInfo_t, multiprocessorCount);
    AT(nvmlGpuInstanceProfileInfo_t, memorySizeMB);
    AT(nvmlGpuInstanceProfileInfo_v2_t, version); AT(nvmlGpuInstanceProfileInfo_v2_t, id);
    AT(nvmlGpuInstanceProfileInfo_v2_t, sliceCount); AT(nvmlGpuInstanceProfileInfo_v2_t, instanceCount);
    AT(nvmlGpuInstanceProfileInfo_v2_t, multiprocessorCount); AT(nvmlGpuInstanceProfileInfo_v2_t, memorySizeMB);
    AT(nvmlGpuInstanceProfileInfo_v2_t, name);
    AT(nvmlGpuInstanceProfileInfo_v3_t, version); AT(nvmlGpuInstanceProfileInfo_v3_t, id);
    AT(nvmlGpuInstanceProfileInfo_v3_t, sliceCount); AT(nvmlGpuInstanceProfileInfo_v3_t, instanceCount);
    AT(nvmlGpuInstanceProfileInfo_v3_t, multiprocessorCount); AT(nvmlGpuInstanceProfileInfo_v3_t, memorySizeMB);
    AT(nvmlGpuInstanceProfileInfo_v3_t, name);
    AT(nvmlGpuInstanceInfo_t, device); AT(nvmlGpuInstanceInfo_t, id); AT(nvmlGpuInstanceInfo_t, profileId);
    AT(nvmlGpuInstanceInfo_t, placement);
    AT(nvmlComputeInstanceProfileInfo_t, id); AT(nvmlComputeInstanceProfileInfo_t, sliceCount);
    AT(nvmlComputeInstanceProfileInfo_t, instanceCount);
    AT(nvmlComputeInstanceInfo_t, device); AT(nvmlComputeInstanceInfo_t, gpuInstance); AT(nvmlComputeInstanceInfo_t, id);
    AT(nvmlComputeInstanceInfo_t, profileId);
    AT(nvmlProcessInfo_v1_t, pid); AT(nvmlProcessInfo_v1_t, usedGpuMemory);
    AT(nvmlProcessInfo_protected_t, pid); AT(nvmlProcessInfo_protected_t, usedGpuMemory);
    AT(nvmlProcessInfo_protected_t, gpuInstanceId); AT(nvmlProcessInfo_protected_t, computeInstanceId);
    AT(nvmlProcessInfo_protected_t, usedGpuCcProtectedMemory);
    AT(nvmlProcessInfo_t, pid); AT(nvmlProcessInfo_t, usedGpuMemory); AT(nvmlProcessInfo_t, gpuInstanceId);
    AT(nvmlProcessInfo_t, computeInstanceId);
    AT(nvmlEventData_t, device); AT(nvmlEventData_t, eventType); AT(nvmlEventData_t, eventData);
    AT(nvmlEventData_t, gpuInstanceId); AT(nvmlEventData_t, computeInstanceId);
    return -1;
}
