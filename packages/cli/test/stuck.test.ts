import { join } from 'node:path'
import { TitleStatus, VideoStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clip } from './media.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let server: TestPlatform
let shell: Shell
beforeAll(async () => {
  server = await startTestPlatform()
  shell = await server.signedIn('admin')
})
afterAll(() => server?.close())

const titles = (...args: string[]) => shell.run(['titles', ...args])
const stuck = async (status: string): Promise<string[]> => {
  const { stdout } = await titles('list', '--stuck', '--status', status, '--json', 'tag')
  return (JSON.parse(stdout) as { tag: string }[]).map(({ tag }) => tag)
}

describe('VIDEO-03, VIDEO-14 titles that stand still, such as the parked ones of the demo', () => {
  test('are listed with why, and can be waited for without waiting for ever', async () => {
    const [tag] = await stuck('encoded')
    const { stdout } = await titles('list', '--stuck', '--status', 'encoded')
    expect(stdout).toContain('Processing stopped just before it finished. Try again.')
    const watched = await titles('watch', tag!)
    expect(watched.code).toBe(1)
    expect(watched.stdout).toContain('Processing stopped just before it finished')
  })
  test('OPS-02 one whose captions or trailer are damaged has not failed: watch says so and ends well', async () => {
    const listed = await titles('list', '--status', 'published', '--take', '1', '--json', 'tag')
    const [{ tag }] = JSON.parse(listed.stdout) as [{ tag: string }]
    const damaged = (keys: string) =>
      server.platform.deps.db.execute(`UPDATE titles SET damaged_keys = '${keys}' WHERE tag = '${tag}'`)
    await damaged('{captions/a.vtt}')
    const watched = await titles('watch', tag)
    await damaged('{}')
    expect(watched).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Stored captions are damaged.'),
    })
  })
  test.each([
    ['encoded', 'The stored file is missing. Upload it again.'],
    ['encoding-queued', 'The stored file is missing. Upload it again.'],
    ['normalisation-queued', 'The stored file is missing. Upload it again.'],
    ['uploaded', 'The stored file is missing. Upload it again.'],
    ['uploading', 'Cancelled: upload again'],
    ['publish-queued', 'Published'],
  ])('kinora titles retry gets %s out', async (status, said) => {
    const tags = await stuck(status)
    expect(tags.length).toBeGreaterThan(0)
    const { stdout, code } = await titles('retry', ...tags)
    expect(code).toBe(0)
    for (const tag of tags) expect(stdout).toContain(`${tag}\t✔ done\t`)
    expect(stdout).toContain(said)
    expect(await stuck(status)).toEqual([])
  })
  test('TITLE-05 one that can’t be published says why, in the words and with the exit code of publishing', async () => {
    const tenant = await server.signedIn('tenant')
    const { stdout } = await tenant.run(['titles', 'create', '--title', 'Bare', '--json', 'tag'])
    const { tag } = JSON.parse(stdout)
    await server.platform.deps.db.execute(
      `UPDATE titles SET status = ${TitleStatus.PublishQueued}, video_status = ${VideoStatus.Completed}, status_since = now() - interval '2 days' WHERE tag = '${tag}'`,
    )
    const retried = await tenant.run(['titles', 'retry', tag])
    const published = await tenant.run(['titles', 'publish', tag])
    expect([retried.code, published.code]).toEqual([2, 2])
    for (const { stderr } of [retried, published]) expect(stderr).toContain('Required Description')
    expect((await tenant.run(['titles', 'show', tag, '--json', 'statusName'])).stdout).toContain('completed')
  })
  test('VIDEO-02 a title whose processing was cancelled is processed again', async () => {
    const file = await clip(join(shell.folder, 'waits.mp4'))
    const tenant = await server.signedIn('tenant')
    const own = (...args: string[]) => tenant.run(['titles', ...args])
    const sent = await own('upload', file, '--title', 'Cancelled', '--no-wait', '--json', 'tag')
    const { tag } = JSON.parse(sent.stdout)
    expect(await own('cancel', tag)).toMatchObject({
      code: 0,
      stdout: `${tag}\t✔ done\tCancelled\n`,
      stderr: `Upload a file: kinora titles upload FILE --tag ${tag}, or start over with: kinora titles retry ${tag}\n`,
    })
    const retried = await own('retry', tag)
    expect(retried).toMatchObject({ code: 0, stdout: expect.stringContaining(`${tag}\t✔ done\t`) })
    const again = await own('retry', tag)
    expect(again.code).toBe(7)
    expect(again.stderr).toContain('Nothing was done')
    await own('cancel', tag)
    // Of an upload that never finished there is nothing to process.
    const { stdout: begun } = await own('create', '--title', 'Begun', '--json', 'tag')
    const { tag: open } = JSON.parse(begun)
    await server.platform.deps.db.execute(
      `UPDATE titles SET status = ${TitleStatus.Uploading}, video_status = ${VideoStatus.Uploading} WHERE tag = '${open}'`,
    )
    expect((await own('cancel', open)).stderr).toBe(
      `Upload a file: kinora titles upload FILE --tag ${open}\n`,
    )
    await server.platform.deps.db.execute(
      `UPDATE titles SET trailer_status = ${TitleStatus.Uploading}, trailer_since = now() WHERE tag = '${tag}'`,
    )
    const { stderr } = await own('cancel', tag, '--trailer')
    expect(stderr).toBe(`Upload a file: kinora titles upload FILE --tag ${tag} --trailer\n`)
    expect((await own('retry', tag, '--trailer')).stderr).toContain('There is no file to encode')
    await server.platform.deps.db.execute(
      `UPDATE titles SET trailer_status = ${TitleStatus.EncodingQueued}, trailer_job_id = NULL,
        trailer_since = now() - interval '1 day' WHERE tag = '${tag}'`,
    )
    const lost = await own('retry', tag, '--trailer')
    expect(lost).toMatchObject({ code: 0, stdout: expect.stringContaining('The stored file is missing.') })
  })
  test('one that is done has nothing to get out of', async () => {
    const { stdout } = await titles('list', '--status', 'published', '--take', '1', '--json', 'tag')
    const [{ tag }] = JSON.parse(stdout) as [{ tag: string }]
    const { code, stderr } = await titles('retry', tag)
    expect(code).toBe(7)
    expect(stderr).toContain('There is nothing to retry. The title’s status is “Published”.')
  })
})
