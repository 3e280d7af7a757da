import { describe, expect, test } from 'vitest'
import { KinoraError } from '../kernel/errors.ts'
import { toWorkState } from '../kernel/machine.ts'
import { checkBatch } from './rules.ts'
import { BATCH_FILE_MAX } from './schema.ts'
import { batchStatus, toProcessFailure } from './status.ts'

const good = { title: 'Autumn catalogue', notificationEmail: 'ops@studio.example' }
const csv = { name: 'catalogue.csv', size: 100 }

describe('BULK-06, BULK-07 what a new batch needs', () => {
  test.each([
    ['all', good, csv, []],
    ['no title', { ...good, title: '  ' }, csv, ['title required.title']],
    ['no e-mail', { ...good, notificationEmail: '' }, csv, ['notificationEmail validation.email']],
    [
      'no e-mail that is one',
      { ...good, notificationEmail: 'ops@' },
      csv,
      ['notificationEmail validation.email'],
    ],
    ['no file', good, undefined, ['file required.file']],
    ['a workbook', good, { name: 'catalogue.xlsx', size: 100 }, ['file validation.fileType']],
    ['an empty file', good, { name: 'catalogue.CSV', size: 0 }, ['file bulk.csvEmpty']],
    ['the largest file', good, { name: 'a.csv', size: BATCH_FILE_MAX }, []],
    ['more than that', good, { name: 'a.csv', size: BATCH_FILE_MAX + 1 }, ['file bulk.csvTooLarge']],
  ])('%s', (_, draft, file, issues) => {
    expect(checkBatch(draft, file).map(({ path, code }) => `${path} ${code}`)).toEqual(issues)
  })
})

describe('E-6 what may be asked of a batch', () => {
  test.each([
    [null, true, false],
    ['Processing', false, true],
    ['Stop', true, false],
    ['Complete', false, false],
    ['Cancelled', false, false],
  ] as const)('%s', (status, process, stop) => {
    const can = (event: 'process' | 'stop') => batchStatus.can(toWorkState(status), event)
    expect([can('process'), can('stop')]).toEqual([process, stop])
  })
})

describe('BULK-04, BULK-05 why a start came to nothing', () => {
  test.each([
    [new KinoraError('notImplemented'), 'processError'],
    [new KinoraError('server', { status: 501 }), 'processError'],
    [new KinoraError('conflict'), 'busy'],
    [new KinoraError('refused'), 'other'],
    [new Error('anything'), 'other'],
  ] as const)('%s → %s', (error, failure) => {
    expect(toProcessFailure(error)).toBe(failure)
  })
})
