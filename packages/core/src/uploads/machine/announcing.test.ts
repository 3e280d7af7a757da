import { describe, expect, it } from 'vitest'
import { createAnnouncing } from './announcing.ts'
import { defaultSettings } from './settings.ts'

/** A sender that tells what became of it. */
function open({ announces = true, permit = (): void => {} }: { announces?: boolean; permit?(): void } = {}) {
  const events: string[] = []
  const announcing = createAnnouncing<string>(
    { settings: { ...defaultSettings, announces }, permit },
    new AbortController().signal,
  )
  const begin = (chunk: number) =>
    announcing.begin(chunk, async ({ signal, hold }) => {
      events.push(`begun ${chunk}`)
      signal.addEventListener('abort', () => events.push(`dropped ${chunk}`))
      await hold
      events.push(`bytes ${chunk}`)
      return `stored ${chunk}`
    })
  return { events, announcing, begin }
}

describe('UPLOAD-01 announcing the next chunk', () => {
  it('is done only on a line that is known to be quick, one at a time, and only where it is asked for', () => {
    const { announcing, begin } = open()
    expect(announcing.isWise()).toBe(false)
    announcing.note(1000)
    expect(announcing.isWise()).toBe(false)
    announcing.note(999)
    expect(announcing.isWise()).toBe(true)
    begin(2)
    expect(announcing.isWise()).toBe(false)
    const silent = open({ announces: false })
    silent.announcing.note(1)
    expect(silent.announcing.isWise()).toBe(false)
  })

  it('lets bytes go when they are wanted; gives up what is not wanted', async () => {
    const { events, announcing, begin } = open()
    begin(2)
    expect(events).toEqual(['begun 2'])
    expect(await announcing.take(2)).toBe('stored 2')
    begin(3)
    expect(announcing.take(5)).toBeUndefined()
    expect(events).toEqual(['begun 2', 'bytes 2', 'begun 3', 'dropped 3'])
    expect(announcing.take(6)).toBeUndefined()
  })

  it('UPLOAD-24 asks once more before the bytes leave whether they may', async () => {
    let isAllowed = true
    const { events, announcing, begin } = open({
      permit() {
        if (!isAllowed) throw new Error('another user')
      },
    })
    begin(2)
    isAllowed = false
    await expect(announcing.take(2)).rejects.toThrow('another user')
    expect(events).toEqual(['begun 2'])
  })

  it('has a chunk sent anew whose announcement failed', async () => {
    const { announcing } = open()
    announcing.begin(2, () => Promise.reject(new Error('refused')))
    await Promise.resolve().then(() => undefined)
    expect(announcing.take(2)).toBeUndefined()
    await announcing.ended()
  })
})
