import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClip } from '../../server/test/media/clips.ts'
import {
  closeOf,
  createGround,
  type Ground,
  type Host,
  LONG,
  listOf,
  pack,
  react19,
  run,
  siteToken,
} from './built-hosts.ts'

const repository = join(import.meta.dirname, '../../..')
/** `npm run released` writes it. */
const { version, commit } = JSON.parse(readFileSync(join(repository, 'docs/released.json'), 'utf8'))
/** A clone without its history, as many have for one run of the tests, has no last release. */
const isHere = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: repository }).then(
  () => true,
  () => false,
)

const host: Host = {
  folder: 'release',
  dependencies: { vite: '8.4.0', ...react19 },
  build: [['vite', 'build']],
}

/** The packages as that release packed them, with what it was built by. */
async function packRelease(packed: string): Promise<Record<string, string>> {
  const folder = join(packed, 'release')
  mkdirSync(folder, { recursive: true })
  const archive = join(packed, 'release.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: repository })
  await run('tar', ['-xf', archive, '-C', folder])
  const quietly = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: '' }
  await run('npm', ['ci', ...quietly], { cwd: folder, env, maxBuffer: 64 * 1_048_576 })
  return pack(packed, folder)
}

const title = isHere ? `release ${version}` : `release ${version}: skipped, this clone has no history`

describe.skipIf(!isHere)(
  `EMBED-06 the components of ${title} on the server of today`,
  () => {
    let ground: Ground
    let url: string
    beforeAll(async () => {
      ground = await createGround({ hosts: 1, tarballs: packRelease })
      url = await ground.serve('release', host)
    }, LONG)
    afterAll(() => ground?.close(), LONG)

    test('list, editor, upload and an element of viewers work as they did', async () => {
      const token = await siteToken(ground)
      const clip = await makeClip(join(ground.home, 'class.mp4'), { seconds: 10, size: '1280x720' })
      const opened = await ground.open('about:blank')
      const { page, wrong } = opened
      const refused: string[] = []
      page.on('response', response => {
        if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
      })
      await page.route(/account=site/, route => route.fulfill({ body: token, contentType: 'text/plain' }))
      await page.goto(url)
      await listOf(page).waitFor()
      await page.locator('kinora-grid').getByRole('listitem').first().waitFor()

      await page.goto(
        new URL(
          (await page
            .getByRole('row')
            .filter({ hasText: 'No file' })
            .first()
            .getByRole('link')
            .first()
            .getAttribute('href'))!,
          url,
        ).href,
      )
      const name = page.getByRole('textbox', { name: /^Title/ })
      await name.fill('As last year')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('All changes saved').first().waitFor()
      await page.locator('input[type=file]').first().setInputFiles(clip)
      await page.getByText('class.mp4').first().waitFor()
      await page
        .getByText(/Queued|Processing|Encod|Normali|Waiting/)
        .first()
        .waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'As last year' }).waitFor()
      expect(refused).toEqual([])
      expect(wrong).toEqual([])
      await closeOf(opened)
    })
  },
  LONG,
)
