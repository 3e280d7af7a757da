import { describe, expect, it } from 'vitest'
import { fileSourceConformance, lockConformance, recordStoreConformance } from './conformance.ts'
import { createMemoryFile, createMemoryLock, createMemoryRecords } from './testing/memory.ts'

const tools = { describe, it, expect }

recordStoreConformance(tools, 'memory', async () => {
  const stored = new Map<string, string>()
  return { store: createMemoryRecords(stored), reopen: async () => createMemoryRecords(stored) }
})

fileSourceConformance(tools, 'memory', async (content, name) => {
  const source = createMemoryFile(content, name)
  return { source, destroy: async () => source.lose() }
})

lockConformance(tools, 'memory', async () => {
  const lock = createMemoryLock()
  return [lock, lock]
})
