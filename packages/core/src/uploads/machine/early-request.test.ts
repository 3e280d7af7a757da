import { describe, expect, test } from 'vitest'
import { createEarlyRequest } from './early-request.ts'
import { defaultSettings } from './states.ts'

/** A sender that tells what became of it. */
function open({ announces = true, permit = (): void => {} }: { announces?: boolean; permit?(): void } = {}) {
  const events: string[] = []
  const early = createEarlyRequest<string>(
    { settings: { ...defaultSettings, earlyRequests: announces }, permit },
    new AbortController().signal,
  )
  const begin = (chunk: number) =>
    early.begin(chunk, async ({ signal, hold }) => {
      events.push(`begun ${chunk}`)
      signal.addEventListener('abort', () => events.push(`dropped ${chunk}`))
      await hold
      events.push(`bytes ${chunk}`)
      return `stored ${chunk}`
    })
  return { events, early, begin }
}

describe('UPLOAD-01 announcing the next chunk', () => {
  test('is done only on a line that is known to be quick, one at a time, and only where it is asked for', () => {
    const { early, begin } = open()
    expect(early.isWorthwhile()).toBe(false)
    early.setDuration(1000)
    expect(early.isWorthwhile()).toBe(false)
    early.setDuration(999)
    expect(early.isWorthwhile()).toBe(true)
    begin(2)
    expect(early.isWorthwhile()).toBe(false)
    const silent = open({ announces: false })
    silent.early.setDuration(1)
    expect(silent.early.isWorthwhile()).toBe(false)
  })

  test('lets bytes go when they are wanted; gives up what is not wanted', async () => {
    const { events, early, begin } = open()
    begin(2)
    expect(events).toEqual(['begun 2'])
    expect(await early.take(2)).toBe('stored 2')
    begin(3)
    expect(early.take(5)).toBeUndefined()
    expect(events).toEqual(['begun 2', 'bytes 2', 'begun 3', 'dropped 3'])
    expect(early.take(6)).toBeUndefined()
  })

  test('UPLOAD-24 asks once more before the bytes leave whether they may', async () => {
    let isAllowed = true
    const { events, early, begin } = open({
      permit() {
        if (!isAllowed) throw new Error('another user')
      },
    })
    begin(2)
    isAllowed = false
    await expect(early.take(2)).rejects.toThrow('another user')
    expect(events).toEqual(['begun 2'])
  })

  test('has a chunk sent anew whose announcement failed', async () => {
    const { early } = open()
    early.begin(2, () => Promise.reject(new Error('refused')))
    await Promise.resolve().then(() => undefined)
    expect(early.take(2)).toBeUndefined()
    await early.ended()
  })
})
