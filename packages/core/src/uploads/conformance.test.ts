import { describe, expect, test } from 'vitest'
import { fileSourceConformance, lockConformance, recordStoreConformance } from './conformance.ts'
import { fileStoreConformance } from './conformance-file-store.ts'
import type { FileSource } from './ports.ts'
import {
  createMemoryFile,
  createMemoryFiles,
  createMemoryLock,
  createMemoryRecords,
} from './testing/memory.ts'

const tools = { describe, it: test, expect }

recordStoreConformance(tools, 'memory', async () => {
  const stored = new Map<string, string>()
  return { store: createMemoryRecords(stored), reopen: async () => createMemoryRecords(stored) }
})

fileSourceConformance(tools, 'memory', async (content, name) => {
  const source = createMemoryFile(content, name)
  return { source, destroy: async () => source.lose() }
})

fileStoreConformance(tools, 'memory', async () => {
  const stored = new Map<string, FileSource>()
  const source = createMemoryFile
  return { store: createMemoryFiles(stored), reopen: async () => createMemoryFiles(stored), source }
})

lockConformance(tools, 'memory', async () => {
  const lock = createMemoryLock()
  return [lock, lock]
})
