import { expect, test } from 'vitest'
import { listFor, listOfNames } from './list-for.ts'

test.each([
  ['--url http://a.test schedule create --title List', 'kinora schedule list', 'kinora schedule list'],
  ['members import crew.csv', 'kinora members imports', 'kinora members list'],
  ['collections classes add TAG', 'kinora collections classes list TAG', 'kinora collections list'],
  ['captions add TAG a.vtt', 'kinora captions list TAG', 'kinora titles list'],
  ['doctor', undefined, undefined],
])('CLI lists: %s', (line, changed, named) => {
  const args = line.split(' ')
  expect([listFor(args), listOfNames(args)]).toEqual([changed, named])
})
