import { expect, test } from 'vitest'
import { createLocks } from './locks.ts'

test('acquires a free key only, and releases nobody else’s', () => {
  const locks = createLocks()
  const lock = locks.tryAcquire('a')
  expect(lock).toBeDefined()
  expect(locks.tryAcquire('a')).toBeUndefined()
  expect(locks.tryAcquire('b')).toBeDefined()
  lock!.release()
  expect(locks.tryAcquire('a')).toBeDefined()
  lock!.release()
  expect(locks.tryAcquire('a')).toBeUndefined()
})

test('aborts the holder of a key that is taken over, and waits for its release', async () => {
  const locks = createLocks()
  const order: string[] = []
  const first = locks.tryAcquire('a')!
  first.signal.addEventListener('abort', () => order.push('aborted'))
  const second = locks.takeOver('a').then(lock => {
    order.push('second')
    return lock
  })
  const free = locks.whenFree('a').then(() => order.push('free'))
  expect(locks.tryAcquire('a')).toBeUndefined()
  await Promise.resolve()
  order.push('released')
  first.release()
  expect(locks.tryAcquire('a')).toBeUndefined()
  ;(await second).release()
  await free
  expect(order).toEqual(['aborted', 'released', 'second', 'free'])
  expect((await second).signal.aborted).toBe(false)
  expect(locks.tryAcquire('a')).toBeDefined()
})

test('is not free between those who wait for it', async () => {
  const locks = createLocks()
  const first = await locks.takeOver('a')
  const second = locks.takeOver('a')
  const third = locks.takeOver('a')
  first.release()
  expect(locks.tryAcquire('a')).toBeUndefined()
  ;(await second).release()
  expect(locks.tryAcquire('a')).toBeUndefined()
  ;(await third).release()
  expect(locks.tryAcquire('a')).toBeDefined()
})
