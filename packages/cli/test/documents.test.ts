import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { plainPdf } from '../../server/src/seed/documents.ts'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let shell: Shell
beforeAll(async () => {
  platform = await sharedPlatform()
  shell = await platform.signedIn('tenant')
})

const run = async (...args: string[]) => {
  const { stdout, stderr, code } = await shell.run(['documents', ...args])
  return { stdout, stderr, code }
}
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
const file = (name: string, content: string | Uint8Array) => {
  const path = join(shell.folder, name)
  writeFileSync(path, content)
  return path
}
const pdf = plainPdf([['Plan'], ['Week 2']])

test('DOC-01, DOC-02, API-110 to API-117 a document from its making to its end', async () => {
  const text = await run('create', '--title', 'Notes', '--file', file('notes.docx', 'Notes'))
  expect([text.code, text.stderr]).toEqual([2, expect.stringContaining('pdf')])
  const fake = await run('create', '--title', 'Notes', '--file', file('fake.pdf', 'Notes'))
  expect([fake.code, fake.stderr]).toEqual([2, expect.stringContaining('invalid format')])
  const cut = await run('create', '--title', 'Cut', '--file', file('cut.pdf', pdf.slice(0, 300)))
  expect([cut.code, cut.stderr]).toEqual([2, expect.stringContaining('save or print it as a new PDF')])

  const path = file('plan.pdf', pdf)
  const collection = [
    'collections',
    'create',
    '--name',
    'Mornings',
    '--description',
    'Before work.',
    '--json',
  ]
  const { collectionTag } = JSON.parse((await shell.run(collection)).stdout)
  const { documentId } = await json(
    'create',
    '--title',
    'Plan',
    '--file',
    path,
    '--collection',
    collectionTag,
  )
  expect(await json('show', documentId)).toMatchObject({
    ...{ title: 'Plan', documentName: 'plan.pdf', pages: 2, type: 'pdf', active: true },
    collections: [{ collectionTag, name: 'Mornings' }],
  })
  expect((await run('list', '--query', 'plan.pdf')).stdout).toContain(
    `${documentId}\tPlan\tActive\t2\t0.01 MB`,
  )
  await run('edit', documentId, '--description', 'Four weeks', '--no-active')
  expect((await run('detach', documentId, collectionTag)).stdout).toContain('Taken out of the collection')
  const partly = await run('attach', documentId, 'unknown', collectionTag)
  expect([partly.code, partly.stdout]).toEqual([
    6,
    expect.stringMatching(/^unknown\t✖ failed\t.*\n.*\t✔ done\tShown with the collection\n/),
  ])
  expect((await run('map', documentId)).code).toBe(2)
  await run('map', documentId, '--none')
  expect(await json('show', documentId)).toMatchObject({ description: 'Four weeks', collections: [] })
  const gone = await run('delete', documentId, '--yes')
  expect([gone.code, (await run('show', documentId)).code]).toEqual([0, 3])
})

test('DOC-06, API-114 a download that was interrupted goes on; what was replaced meanwhile is loaded anew', async () => {
  const { documentId } = await json('create', '--title', 'Plan', '--file', file('long.pdf', pdf))
  const { digest } = await json('show', documentId)
  const target = join(shell.folder, 'here.pdf')
  const part = `here.pdf.${digest.slice(0, 12)}.part`
  file(part, pdf.slice(0, 100))
  const asked: (string | null)[] = []
  const { app } = platform.platform
  const fetched = app.fetch.bind(app)
  app.fetch = (request, ...rest) => {
    if (request.url.endsWith('/document/download')) asked.push(request.headers.get('range'))
    return fetched(request, ...rest)
  }
  const first = await run('download', documentId, '--output', target)
  expect(first.stderr).toMatch(/downloading file[\s\S]*Download complete/)
  expect(asked).toEqual(['bytes=100-'])
  expect(readFileSync(target).equals(Buffer.from(pdf))).toBe(true)
  expect(readdirSync(shell.folder)).not.toContain(part)
  // What lies there isn't the beginning of the file: it is proved before it takes the place of anything.
  file(part, new Uint8Array(100))
  const spoilt = await run('download', documentId, '--output', target)
  expect([spoilt.code, spoilt.stderr]).not.toEqual([0, expect.anything()])
  expect((await run('download', documentId, '--output', target)).code).toBe(0)
  const nowhere = join(shell.folder, 'nowhere')
  symlinkSync('/dev/null', nowhere)
  expect((await run('download', documentId, '--output', nowhere)).code).toBe(0)
  expect(lstatSync(nowhere).isSymbolicLink()).toBe(true)
  mkdirSync(join(shell.folder, 'plans'))
  const within = await run('download', documentId, '--output', join(shell.folder, 'plans'))
  expect([within.code, readdirSync(join(shell.folder, 'plans'))]).toEqual([0, ['long.pdf']])
  expect((await run('download', documentId, '--output', '-')).stdout.slice(0, 8)).toBe('%PDF-1.4')
  expect((await run('download', 'unknown')).code).toBe(3)
})
