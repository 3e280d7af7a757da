import { expect, test } from 'vitest'
import { listFor, listOfNames } from './hints.ts'

test.each([
  ['--url http://a.test schedule create --title List', 'kinora schedule list', 'kinora schedule list'],
  ['members import crew.csv', 'kinora members imports', 'kinora members list'],
  ['collections classes add TAG', 'kinora collections classes list TAG', 'kinora collections list'],
  ['captions add TAG a.vtt', 'kinora captions list TAG', 'kinora titles list'],
  ['titles jobs watch 9', 'kinora titles jobs list', 'kinora titles jobs list'],
  ['titles jobs publish TAG', 'kinora titles jobs list', 'kinora titles list'],
  ['titles revert TAG 42', 'kinora history TAG', 'kinora history TAG'],
  ['members process 9', 'kinora members imports', 'kinora members imports'],
  ['favourites add TAG', 'kinora favourites list', 'kinora titles list'],
  ['site remove custom --tag T', 'kinora site show custom', 'kinora site show custom'],
  ['playback status 9', undefined, undefined],
  ['doctor', undefined, undefined],
])('CLI lists: %s', (line, changed, named) => {
  const args = line.split(' ')
  expect([listFor(args), listOfNames(args)]).toEqual([changed, named])
})
