import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { createBinary, finished } from './binary.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import { createShell } from './shell.ts'

const env = { KINORA_BACKUP_PASSPHRASE: 'correct horse battery staple' }
let platform: TestPlatform
let home: string
beforeAll(async () => {
  platform = await startTestPlatform()
  home = mkdtempSync(join(tmpdir(), 'kinora-backups-'))
})
afterAll(async () => {
  await platform.close()
  rmSync(home, { recursive: true, force: true })
})
const shell = createShell()
const { start } = createBinary(
  () => home,
  () => platform.url,
)

/** Every file of a folder by its path, without the database and what a start makes. */
const filesOf = (folder: string): Record<string, number> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .filter(path => !/^(database|kinora\.lock|blobs\/(tmp|scratch)|outbox)/.test(path))
      .map(path => [path, statSync(join(folder, path)).size]),
  )

describe('OPS-03 kinora backup and restore', () => {
  test('one that lacks files names them, and ends with 6; so does what is restored of it', async () => {
    const to = join(home, 'lacking')
    // Another one each time that it is read.
    const path = join(platform.dataDir, 'changing')
    symlinkSync('/proc/sys/kernel/random/uuid', path)
    onTestFinished(() => rmSync(path))
    const backed = await shell.run(['backup', '--to', to, '--data', platform.dataDir], { env })
    expect(backed).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(
        '1 file isn’t in it, since it changed or went each time that it was read: changing.',
      ),
    })
    expect(backed.stderr).not.toContain('Backed up to')
    const restored = await shell.run(['restore', to, '--data', join(home, 'lacks')], { env })
    expect(restored).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 file wasn’t in this backup: changing.'),
    })
  })

  test('killed in the middle, both go on; what comes back is what was there', async () => {
    const to = join(home, 'killed')
    const begun = start(['backup', '--to', to, '--data', platform.dataDir])
    await until('a file that is saved', () => existsSync(join(to, 'unfinished.ndjson')))
    begun.child.kill('SIGKILL')
    await finished(begun)
    const backed = await shell.run(['backup', '--to', to, '--data', platform.dataDir], { env })
    expect(backed).toMatchObject({ code: 0 })
    expect(await shell.run(['backup', 'verify', to])).toMatchObject({ code: 0 })
    const data = join(home, 'restored')
    const restoring = start(['restore', to, '--data', data, '--without-secrets'])
    await until('a folder that is filled', () =>
      readdirSync(home).some(name => name.startsWith('restored.restoring')),
    )
    restoring.child.kill('SIGKILL')
    await finished(restoring)
    const restored = existsSync(data)
      ? { code: 0 }
      : await shell.run(['restore', to, '--data', data], { env })
    expect(restored).toMatchObject({ code: 0 })
    expect(filesOf(data)).toMatchObject(filesOf(platform.dataDir))
    expect(readdirSync(home).filter(name => name.includes('restoring'))).toEqual([])
    const migrated = await shell.run(['migrate', '--data', data])
    expect(migrated).toMatchObject({ code: 0, stderr: expect.stringContaining('The database is up to date') })
  })

  test('says what a backup holds and what isn’t in it, in words and as JSON', async () => {
    const to = join(home, 'said')
    const bare = await shell.run(['backup', '--to', to, '--data', platform.dataDir])
    expect(bare.stderr).toContain('The secrets of the platform aren’t in it')
    const { stdout } = await shell.run(['backup', '--to', to, '--data', platform.dataDir, '--json'], { env })
    const made = JSON.parse(stdout)
    expect(made).toMatchObject({ secrets: true, version: expect.any(String) })
    const list = await shell.run(['backup', 'list', to, '--json'])
    expect(JSON.parse(list.stdout).map((row: { secrets: boolean }) => row.secrets)).toEqual([false, true])
    const pruned = await shell.run(['backup', 'prune', to, '--keep', '1'])
    expect(pruned).toMatchObject({ code: 0, stderr: expect.stringContaining('Removed 1 backup') })
    expect(readFileSync(join(to, 'snapshots', `${made.id}.json`), 'utf8')).not.toContain('correct horse')
  })

  test.each([
    [['backup'], 2, 'No place for the backup was given'],
    [['backup', '--to', 'X', '--data', 'nowhere'], 3, 'There is no Kinora in'],
    [['backup', 'list', 'nowhere'], 3, 'There is no backup of Kinora in'],
    [['backup', 'prune', 'nowhere', '--keep', '0'], 2, '--keep 0 is no number from 1 to 9999'],
    [['restore', 'nowhere', '--data', 'X'], 3, 'There is no backup of Kinora in'],
    [['migrate', '--data', 'nowhere'], 3, 'There is no Kinora database in'],
    [['move', '--to', 'mysql://x'], 2, 'No PostgreSQL database was given'],
    [['move'], 2, 'No PostgreSQL database was given'],
    [['move', '--files', 'bucket'], 2, 'KINORA_FILES must be a bucket like s3://bucket'],
    [['move', '--files', 's3://bucket/prefix', '--data', 'nowhere'], 3, 'There is no Kinora in'],
  ])('%j is refused with exit code %i and a way out', async (args, code, words) => {
    const found = await shell.run(args)
    expect(found.stderr).toContain(words)
    expect(found.code).toBe(code)
  })

  test('a passphrase that anybody guesses seals nothing', async () => {
    const found = await shell.run(['backup', '--to', join(home, 'weak'), '--data', platform.dataDir], {
      env: { KINORA_BACKUP_PASSPHRASE: 'short' },
    })
    expect(found).toMatchObject({ code: 2, stderr: expect.stringContaining('shorter than 12 characters') })
  })
})
