import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'

const MIB = 1_048_576

/** Mebibytes that heap and browser had at most above what they had at the start. */
export interface Added {
  heap: number
  memory: number
}

/** Watches a page's heap and the memory of the whole browser until `stop`. */
export async function watchMemory(browser: Browser, page: Page) {
  const inside = await page.context().newCDPSession(page)
  const outside = await browser.newBrowserCDPSession()
  await inside.send('Performance.enable')
  await inside.send('HeapProfiler.collectGarbage')
  const before = await memoryOf(inside, outside)
  const most = { ...before }
  let watching = true
  const watched = (async () => {
    while (watching) {
      const now = await memoryOf(inside, outside).catch(() => before)
      most.heap = Math.max(most.heap, now.heap)
      most.memory = Math.max(most.memory, now.memory)
      await wait(400)
    }
  })()
  return {
    async stop(): Promise<Added> {
      watching = false
      await watched
      return { heap: most.heap - before.heap, memory: most.memory - before.memory }
    },
  }
}

/** Mebibytes of a page's heap after a collection. */
export async function heapOf(page: Page): Promise<number> {
  const inside = await page.context().newCDPSession(page)
  await inside.send('Performance.enable')
  for (let turn = 0; turn < 3; turn += 1) await inside.send('HeapProfiler.collectGarbage')
  const heap = await usedHeap(inside)
  await inside.detach()
  return heap
}

async function usedHeap(inside: CDPSession): Promise<number> {
  const { metrics } = await inside.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / MIB
}

/** Mebibytes of the page's heap, and of all processes of the browser together (shared pages counted once). */
async function memoryOf(inside: CDPSession, outside: CDPSession): Promise<Added> {
  const heap = await usedHeap(inside)
  const { processInfo } = await outside.send('SystemInfo.getProcessInfo')
  const memory = processInfo.reduce((sum, { id }) => sum + residentOf(id), 0)
  return { heap, memory: memory / 1024 }
}

/** Kibibytes; nothing for a process that has just ended. */
function residentOf(process: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
