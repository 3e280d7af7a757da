import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createMakeFolder } from '@kinora/core'

/** Makes a folder and those above it; gives those that weren't there. */
export const makeFolder = createMakeFolder({ mkdir, stat, dirname, resolve })
