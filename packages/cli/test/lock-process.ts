import { createLocks } from '../src/adapters/lock.ts'

/** Takes `a.lock` of a folder at a moment, as another process beside the test, and says whether it got it. */
process.on('message', async ({ folder, at }: { folder: string; at: number }) => {
  const locks = createLocks(folder)
  while (Date.now() < at);
  const release = await locks.tryLock('a')
  process.send!(release !== undefined)
})
process.send!(true)
