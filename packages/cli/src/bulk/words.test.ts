import { expect, test } from 'vitest'
import type { Session } from '../kernel/session.ts'
import { wordsIn } from './words.ts'

const session = {
  profile: { name: 'staging', isFlag: true },
  options: {},
  isUrlNamed: false,
  isTenantNamed: false,
} as Session

test.each([
  ['next.retry', undefined, 'Try again with: kinora --profile staging titles bulk retry --failed'],
  ['mend.template', undefined, 'Start from: kinora --profile staging titles bulk template'],
  ['mend.template', 'kinora members template', 'Start from: kinora --profile staging members template'],
] as const)(
  'BULK-12 what rows are told to run goes where the command went: %s %s',
  (key, template, words) => {
    expect(wordsIn(session, template)(key)).toBe(words)
  },
)
