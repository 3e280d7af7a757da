import { type ErrorCode, errorTable, KinoraError, type RefusalCode, refusals } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { exitCodes } from './exit.ts'
import { report } from './report.ts'
import type { World } from './world.ts'

const told = (error: KinoraError, args = ['titles', 'publish', 'T']) => {
  let said = ''
  const stderr = {
    isTTY: false,
    columns: 80,
    write: (chunk: string | Uint8Array) => {
      said += String(chunk)
    },
  }
  return { code: report({ args, env: {}, stderr } as unknown as World, error), said }
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
})
