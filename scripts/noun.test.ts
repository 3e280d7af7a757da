import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linesOf, moreOfNoun, plainNoun, written } from './noun.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/add-a-noun.md'), 'utf8')

describe('decision 0103 a plain noun, as docs/add-a-noun.md makes it', () => {
  test('is at most fifteen files, and as many lines as the page says', () => {
    const paths = plainNoun.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.length).toBeLessThanOrEqual(15)
    const made = plainNoun.filter(({ isNew }) => isNew)
    const lines = (files: typeof plainNoun) => files.reduce((sum, file) => sum + linesOf(file), 0)
    expect(page).toContain(
      `${made.length} new files with ${lines(made)} lines; ${paths.length - made.length} others get ${lines(plainNoun) - lines(made)}`,
    )
  })

  test.each([...plainNoun, ...moreOfNoun].map(file => [file.path, file] as const))(
    '%s is new, or has the lines that the page’s stand below',
    (_, file) => {
      expect(written(file)).toContain(file.text.split('\n')[0]!.replace(/^[+ ]/, ''))
    },
  )
})
