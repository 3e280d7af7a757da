import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import type { Shell } from '../shell.ts'

type Row = Record<string, string>

/** TITLE-29, BULK-12: titles exported, edited and run again, on a platform that is there already. */
export function describeExported(given: () => Shell): void {
  describe('TITLE-29, BULK-12 an exported catalogue is edited and run again', () => {
    const titles = (...args: string[]) => given().run(['titles', ...args])
    const pathOf = () => join(given().folder, 'exported.csv')
    const exportAll = () => titles('export', '--as', 'catalogue', '--query', 'Exported', '-o', pathOf())
    const bulk = (...args: string[]) => titles('bulk', ...args, pathOf())
    const edit = async (change: (rows: Row[]) => Row[]) => {
      const rows: Row[] = parse(await readFile(pathOf()), { columns: true, bom: true })
      await writeFile(pathOf(), stringify(change(rows), { header: true }))
    }
    const show = async () =>
      JSON.parse(
        (await titles('list', '--query', 'Exported', '--sort', 'name', '--dir', 'asc', '--json')).stdout,
      )
    const withInstructor = (instructor: string) => (row: Row) =>
      row.title === 'Exported one' ? { ...row, instructor } : row

    test('changes nothing without an edit, and says so', async () => {
      const one = ['--category', 'Strength', '--label', 'Express', '--keyword', '=1+1', '--instructor', 'Ada']
      await titles('create', '--title', 'Exported one', ...one, '--external-id', 'exp-1')
      await titles('create', '--title', 'Exported two', '--description', '-2 lines\nof text')
      const before = await show()
      expect(before).toHaveLength(2)
      expect((await exportAll()).code).toBe(0)
      const checked = await bulk('check', '--json', 'level')
      expect([
        checked.code,
        JSON.parse(checked.stdout).every((found: Row) => found.level === 'warning'),
      ]).toEqual([...[0, true]])
      const { stderr, code } = await bulk('run')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '2 rows unchanged.\n✔ 2 rows done.\n' })
      expect(await show()).toEqual(before)
    })

    test('an edited cell changes that field alone, and a new row is a new title', async () => {
      const before = await show()
      await edit(rows => [
        ...rows.map(withInstructor('Bo')),
        { title: 'Exported three', externalId: 'exp-3' },
      ])
      const planned = JSON.parse((await bulk('run', '--dry-run', '--json', 'action,changes')).stdout)
      expect(
        planned
          .slice(0, 2)
          .map(({ action }: { action: string }) => action)
          .sort(),
      ).toEqual([...['nothing', 'update']])
      const { stderr, code } = await bulk('run')
      expect([code, stderr]).toEqual([0, expect.stringContaining('1 row unchanged.')])
      const [one, three, two] = await show()
      expect(one).toEqual({ ...before[0], instructor: 'Bo', version: 2, updatedDate: expect.any(String) })
      expect(two).toEqual(before[1])
      expect(three).toMatchObject({ className: 'Exported three', externalId: 'exp-3' })
    })

    test('leaves alone what somebody has changed since the export, until it is exported again', async () => {
      const [one] = await show()
      await edit(rows => rows.filter(({ title }) => title === 'Exported one').map(withInstructor('Cy')))
      await titles('edit', one.tag, '--skill', '3')
      const kept = await bulk('run')
      expect([kept.code, kept.stderr]).toEqual([7, expect.stringContaining('changed elsewhere')])
      expect((await show())[0]).toMatchObject({ instructor: 'Bo', skill: 3 })
      await exportAll()
      await edit(rows => rows.map(withInstructor('Cy')))
      expect((await bulk('run')).code).toBe(0)
      expect((await show())[0]).toMatchObject({ instructor: 'Cy', skill: 3 })
    })

    test('a second row about the same title is refused with a result of its own', async () => {
      await exportAll()
      await edit(rows => {
        const found = rows.filter(({ title }) => title === 'Exported two')
        return [...found.map(row => ({ ...row, instructor: 'Di' })), ...found]
      })
      const results = /^2\t.*\tsaved\t.*\n3\t.*\trefused\t.*tag: Row 2 is about the same title/
      for (const _ of ['once', 'again'])
        expect(await bulk('run', '--yes')).toMatchObject({ code: 6, stdout: expect.stringMatching(results) })
    })
  })
}
