import { expect, test } from 'vitest'
import { createMakeFolder } from './folders.ts'

const failed = (code: string) => Object.assign(new Error(code), { code })

/** A machine on which `/a/b` is made by somebody else at once, and has gone again so many times. */
function machine(times: number) {
  const made = new Set(['/', '/a'])
  let left = times
  return createMakeFolder({
    resolve: path => path,
    dirname: path => path.slice(0, path.lastIndexOf('/')) || '/',
    stat: async path => {
      if (!made.has(path)) throw failed('ENOENT')
      return { isDirectory: () => true }
    },
    mkdir: async path => {
      if (left-- > 0) throw failed('EEXIST')
      made.add(path)
    },
  })
}

test('a folder that another process removes again while it is made is made once more', async () => {
  expect(await machine(1)('/a/b')).toEqual(['/a/b'])
})

test('what is in the way and no folder, as a link to nothing, is no endless work', async () => {
  await expect(machine(Number.POSITIVE_INFINITY)('/a/b')).rejects.toThrow('EEXIST')
})
