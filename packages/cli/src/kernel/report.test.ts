import { type ErrorCode, errorTable, KinoraError, type RefusalCode, refusals } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { exitCodes } from './exit.ts'
import { report } from './report.ts'
import type { World } from './world.ts'

const told = (error: KinoraError, args = ['titles', 'publish', 'T'], context = '') => {
  let said = ''
  const stderr = {
    isTTY: false,
    columns: 80,
    write: (chunk: string | Uint8Array) => {
      said += String(chunk)
    },
  }
  return { code: report({ args, env: {}, stderr } as unknown as World, error, context), said }
}
const refusal = (code: RefusalCode) => new KinoraError('refused', { issues: [{ path: 'status', code }] })

describe('CLI refusals: exit code and way on come from the contract', () => {
  test.each(Object.entries(refusals))('%s: %s', (code, kind) => {
    const found = told(refusal(code as RefusalCode))
    expect(found.code).toBe({ state: 7, missing: 3, input: 2, room: 1, fault: 1 }[kind])
    expect(found.said).toMatch(/^✖ Error: .+\n {2}Fix: {2}.*kinora /)
  })
  test('a refusal for the state that something is in is none of the command', () => {
    const states = Object.keys(refusals).filter(code =>
      /WrongState|already|Running|receiving|ended|[bB]usy|tooLate|not(hing)?[A-Z]/.test(code),
    )
    expect(states.length).toBeGreaterThan(15)
    for (const code of states) expect(told(refusal(code as RefusalCode)).code, code).toBe(exitCodes.conflict)
  })
  test.each(Object.entries(errorTable))('%s has the exit code of the table', (code, { exit }) => {
    expect(told(new KinoraError(code as ErrorCode)).code).toBe(exit)
  })
  test('where no command lists what a command names, none is made up', () => {
    expect(told(new KinoraError('notFound'), ['playback', 'status', 'x']).said).toContain(
      'Fix:  Check the id.\n',
    )
  })
  test('each Fix names commands that go where this one went, and no flag that wasn’t used', () => {
    const foreign = new KinoraError('invalid', {
      issues: [{ path: 'channelId', code: 'title.channelForeign' }],
    })
    const context = ' --profile staging --url http://a.test'
    for (const error of [foreign, refusal('title.nothingToRetry'), new KinoraError('forbidden')])
      expect(told(error, ['titles', 'retry', 'T'], context).said).toMatch(
        /Fix: .*kinora --profile staging --url http:\/\/a\.test /,
      )
    expect(told(foreign).said).not.toContain('--provider')
    const outdated = new KinoraError('outdated')
    expect(told(outdated, ['titles', 'edit', 'T']).said).not.toContain('--if-version')
    expect(told(outdated, ['titles', 'edit', 'T', '--if-version=3']).said).toContain('without --if-version')
  })
})
