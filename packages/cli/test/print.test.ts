import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { countBytes } from '../src/bulk/inspect.ts'
import { fit, pad, toLine, widthOf } from '../src/kernel/cells.ts'
import { type JsonFilter, loadFilter } from '../src/kernel/jq.ts'
import { createPrinter } from '../src/kernel/print.ts'
import { createBar, createBars, toSize, toTime } from '../src/kernel/progress.ts'
import { toFileName } from '../src/kernel/save-response.ts'
import type { World } from '../src/kernel/world.ts'

function paper(
  tty: boolean,
  json?: boolean | string,
  env: Record<string, string> = {},
  {
    quiet = false,
    filter,
    columns = 80,
    lines = false,
  }: { quiet?: boolean; filter?: JsonFilter; columns?: number; lines?: boolean } = {},
) {
  const written = { stdout: '', stderr: '' }
  let now = 0
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY: tty,
    columns,
    write(chunk: string | Uint8Array) {
      written[name] += String(chunk)
    },
  })
  const world = {
    env: { NO_COLOR: '1', ...env },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    clock: { now: () => now },
  } as unknown as World
  return {
    written,
    world,
    print: createPrinter(world, () => ({ json, quiet, filter, lines })),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const rows = [
  { tag: 'T-1', name: 'Morning yoga', length: 61 },
  {
    tag: 'T-200',
    name: '朝ヨガ 🧘 with a name that is much too long to fit into a terminal of eighty columns',
    length: 3600,
  },
]
const columns = [
  { header: 'TAG', value: (row: (typeof rows)[number]) => row.tag },
  { header: 'NAME', value: (row: (typeof rows)[number]) => row.name, flexible: true },
  { header: 'LENGTH', value: (row: (typeof rows)[number]) => row.length, align: 'right' as const },
]

test('CLI print: JSON lines come as the rows do, with the fields that are asked for', () => {
  const { print, written } = paper(false, 'tag', {}, { lines: true })
  const list = print.list(columns)
  list.add(rows.slice(0, 1))
  expect(written.stdout).toBe('{"tag":"T-1"}\n')
  list.add(rows.slice(1))
  list.end()
  print.record(rows[0]!, [])
  expect(written.stdout).toBe('{"tag":"T-1"}\n{"tag":"T-200"}\n{"tag":"T-1"}\n')
})

test('CLI print: a terminal too narrow for the columns gets a block for each row', () => {
  const { print, written } = paper(true, undefined, {}, { columns: 20 })
  print.table(rows.slice(0, 1), columns)
  expect(written.stdout).toBe('T-1\n  NAME    Morning y…\n  LENGTH  61\n')
})

describe('CLI print', () => {
  test('on a terminal: aligned columns that fit 80, wide signs counted', () => {
    const { print, written } = paper(true)
    print.table(rows, columns)
    const lines = written.stdout.trimEnd().split('\n')
    expect(lines.map(widthOf)).toEqual([80, 80, 80])
    expect(lines[1]).toMatch(/^T-1 {4}Morning yoga {3,} 61$/)
    expect(lines[2]).toMatch(/^T-200 {2}朝ヨガ .*… +3600$/)
  })
  test('piped: tab-separated, no header, nothing cut', () => {
    const { print, written } = paper(false)
    print.table(rows, columns)
    expect(written.stdout).toBe(rows.map(row => `${row.tag}\t${row.name}\t${row.length}\n`).join(''))
  })
  test('--json: everything, or the fields asked for; an empty list is []', () => {
    const all = paper(false, true)
    all.print.table(rows, columns)
    expect(JSON.parse(all.written.stdout)).toEqual(rows)
    const some = paper(true, 'length,tag')
    some.print.table(rows, columns)
    expect(JSON.parse(some.written.stdout)).toEqual([
      { length: 61, tag: 'T-1' },
      { length: 3600, tag: 'T-200' },
    ])
    const none = paper(true, true)
    none.print.table([], columns)
    expect(none.written.stdout).toBe('[]\n')
  })
  test('--jq prints what the expression makes of the JSON, a line for each value', async () => {
    const printed = async (expression: string, tty = false) => {
      const { print, written } = paper(
        tty,
        undefined,
        {},
        { filter: await loadFilter(expression, work => work()) },
      )
      print.table(rows, columns)
      const list = print.list(columns)
      for (const row of rows) list.add([row])
      list.end()
      const [table, streamed] = [written.stdout.slice(0, written.stdout.length / 2), written.stdout]
      expect(streamed).toBe(table + table)
      return table
    }
    expect(await printed('.[].tag')).toBe('T-1\nT-200\n')
    expect(await printed('map({tag, length}) | .[0]')).toBe('{"tag":"T-1","length":61}\n')
    expect(await printed('-length')).toBe('-2\n')
    expect(await printed('empty')).toBe('')
    expect(await printed('"", "a\\u001b[2Jb\\n"', true)).toBe('\na [2Jb\n\n')
    await expect(loadFilter('.[', work => work())).rejects.toMatchObject({
      detail: expect.stringMatching(/^--jq: syntax error, .*line 1, column 2$/),
    })
    await expect(loadFilter('foo(1)', work => work())).rejects.toMatchObject({
      detail: expect.stringContaining('foo/1 is not defined'),
    })
    const endless = await loadFilter('repeat(.) # never asked for', work => work())
    expect(endless).toBeTypeOf('function')
    const wrong = await loadFilter('.tag', work => work())
    expect(() => wrong('[]')).toThrow(/Cannot index array with "?string/)
  })
  test('an empty list on a terminal says so on stderr', () => {
    const { print, written } = paper(true)
    print.table([], columns)
    expect(written).toEqual({ stdout: '', stderr: 'Nothing found.\n' })
  })
  test('what a title is called can neither steer the terminal nor break a line', () => {
    expect(toLine('a\u001b[2Jb\tc\r\nd\u2028e')).toBe('a [2Jb c d e')
  })
  test('nor can it in a sentence that forgot to neutralise it: the printer does (decision 0100)', () => {
    const hostile = 'a\u001b]0;x\u0007\u001b[2Jb\n✔ Done\r\u202e'
    for (const tty of [true, false]) {
      const { print, written } = paper(tty)
      for (const tell of [print.note, print.done, print.warn, print.fail, print.line])
        tell(`Saved ${hostile}.`)
      const lines = (written.stderr + written.stdout).trimEnd().split('\n')
      expect(lines).toHaveLength(5)
      for (const line of lines)
        expect(stripVTControlCharacters(line)).toMatch(/^(. )?Saved a \]0;x {2}\[2Jb ✔ Done {2}\.$/u)
    }
  })
  test('nor can a file or JSON that a terminal shows; a program gets them as they are', () => {
    const hostile = 'a\u001b]0;x\u0007b\u009b2J\u202ec\td\r\n'
    const shown = paper(true)
    shown.print.raw(hostile)
    shown.print.raw(new TextEncoder().encode('é\u001b[2J'))
    expect(shown.written.stdout).toBe('a ]0;x b 2J c\td\r\né [2J')
    const piped = paper(false)
    piped.print.raw(hostile)
    expect(piped.written.stdout).toBe(hostile)
    for (const tty of [true, false]) {
      const json = paper(tty, true)
      json.print.record({ name: hostile }, [])
      expect(json.written.stdout).toMatch(/^[\n\x20-\x7e]+$/)
      expect(JSON.parse(json.written.stdout)).toEqual({ name: hostile })
    }
  })
  test('a name that the server says leads to no other folder', () => {
    expect(['../../.bashrc', 'a\\b', '..', '.', '', 'a\nb', 'plan.pdf'].map(toFileName)).toEqual([
      ...['.._.._.bashrc', 'a_b', '_', '_', '_', 'a_b', 'plan.pdf'],
    ])
  })
  test('text is cut and filled by its width', () => {
    expect(fit('abcdef', 4)).toBe('abc…')
    expect(fit('朝朝朝', 4)).toBe('朝…')
    expect(pad('朝', 4)).toBe('朝  ')
    expect(pad('7', 3, 'right')).toBe('  7')
  })
})

const MiB = 1024 * 1024

describe('CLI progress, always on stderr', () => {
  const options = { label: 'yoga.mp4', total: 40 * MiB, unit: 'bytes' as const }
  test('PKG-07 on a terminal several bars at once: the run, and the file in hand with speed and time left', async () => {
    const { world, print, written, pass } = paper(true)
    const bars = await createBars({ world, print })
    const run = bars.addRun(8)
    const file = bars.add(options)
    file.update(10 * MiB)
    run.update(0, { sent: 0, done: 10 * MiB, total: 100 * MiB })
    pass(1000)
    file.update(20 * MiB)
    run.update(2, { sent: 10 * MiB, done: 20 * MiB, total: 100 * MiB })
    pass(1000)
    run.update(2, { sent: 20 * MiB, done: 30 * MiB, total: 100 * MiB })
    bars.say('✔ 2/8  class-2  saved')
    await expect.poll(() => written.stderr).toContain('class-2  saved')
    expect(written.stderr).toContain(
      '━━━━━━━━━━──────────  50%  20.0 MB / 40.0 MB  10.0 MB/s  0:02 left  yoga.mp4',
    )
    expect(written.stderr).toContain(
      '━━━━━───────────────  25%  2/8 rows  30.0 MB / 100.0 MB  10.0 MB/s  0:07 left',
    )
    expect(written.stdout).toBe('')
    file.end()
    bars.end()
    const lines = stripVTControlCharacters(written.stderr).split('\n')
    expect(lines.every(line => widthOf(line.split('\r').at(-1)!) <= 80)).toBe(true)
  })
  test('BULK-12 the bytes of a run: what is there of what will be, whatever comes of each row', () => {
    const bytes = countBytes(new Map(Object.entries({ resumed: 40, failing: 30, refused: 20, reused: 10 })))
    expect(bytes.now()).toEqual({ sent: 0, done: 0, total: 100 })
    const resumed = bytes.begin('resumed', 40)
    resumed.reach(25)
    resumed.reach(40)
    resumed.end()
    bytes.finish('resumed')
    expect(bytes.now()).toEqual({ sent: 15, done: 40, total: 100 })
    const failing = bytes.begin('failing', 30)
    failing.reach(10)
    failing.end()
    bytes.finish('failing')
    bytes.finish('refused')
    expect(bytes.now()).toEqual({ sent: 15, done: 50, total: 60 })
    const reused = bytes.begin('reused', 10)
    reused.reach(10)
    reused.end()
    bytes.begin('unplanned', 5).reach(5)
    expect(bytes.now()).toEqual({ sent: 15, done: 65, total: 65 })
  })
  test('PKG-07 elsewhere, and in CI, a plain line for each tenth', async () => {
    for (const { world, print, written, pass } of [paper(false), paper(true, undefined, { CI: 'true' })]) {
      const bar = await createBar({ world, print }, options)
      for (let part = 0; part <= 40; part++) {
        pass(250)
        bar.update(part * MiB)
      }
      bar.end()
      const lines = written.stderr.trimEnd().split('\n')
      expect(lines).toHaveLength(11)
      expect(lines[5]).toBe('yoga.mp4   50%  20.0 MB / 40.0 MB  4.0 MB/s  0:05 left')
      expect(written.stderr).not.toContain('\u001b')
    }
  })
  test('--quiet leaves warnings and results', async () => {
    const { world, print, written } = paper(true, undefined, {}, { quiet: true })
    const bar = await createBar({ world, print }, options)
    bar.update(10 * MiB)
    bar.end()
    print.note('a remark')
    print.done('done')
    print.warn('look here')
    print.line('T-1')
    expect(written).toEqual({ stdout: 'T-1\n', stderr: '! look here\n' })
  })
  test('UPLOAD-04 the speed of an upload that goes on counts only what is sent now', async () => {
    const { world, print, written, pass } = paper(false)
    const bar = await createBar({ world, print }, options)
    bar.update(0)
    pass(1000)
    bar.update(20 * MiB)
    pass(1000)
    bar.update(24 * MiB)
    expect(written.stderr.trimEnd().split('\n').at(-1)).toBe(
      'yoga.mp4   60%  24.0 MB / 40.0 MB  4.0 MB/s  0:04 left',
    )
  })
  test('sizes and times as people read them', () => {
    expect([0, 1023, 1024, 5_242_880, 3 * 1024 ** 3].map(toSize)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KB',
      '5.0 MB',
      '3.0 GB',
    ])
    expect([0, 59.2, 61, 3909].map(toTime)).toEqual(['0:00', '1:00', '1:01', '1:05:09'])
  })
})
