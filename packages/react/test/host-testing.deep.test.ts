import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeOf, createGround, type Ground, type Host, LONG, listOf, react19, run } from './built-hosts.ts'

const hostWith = (msw: string): Host => ({
  folder: 'testing',
  dependencies: { vite: '8.4.0', msw, ...react19 },
  build: [
    ['msw', 'init', 'public', '--no-save'],
    ['vite', 'build'],
  ],
})
const versions = ['2.15.0', '3.0.5']

let ground: Ground
beforeAll(async () => {
  ground = await createGround({ hosts: versions.length })
}, LONG)
afterAll(() => ground?.close(), LONG)

describe('PKG-07 a host tests its page with the packages as they are packed', () => {
  test.each(versions)(
    'msw %s: by setupServer in Node and by setupWorker in a browser',
    async version => {
      const url = await ground.serve(`msw ${version}`, hostWith(version))
      const cwd = join(ground.home, `msw-${version.replaceAll('.', '-')}`)
      const env = { ...process.env, NODE_OPTIONS: '', KINORA_URL: ground.platform.url }
      const { stdout, stderr } = await run(process.execPath, ['program.mjs'], { cwd, env })
      expect(JSON.parse(stdout)).toEqual({ refused: 'Not today.', found: [true] })
      expect(stderr).toBe('')

      const opened = await ground.open(url)
      const { page } = opened
      await listOf(page).waitFor()
      await page.getByRole('button', { name: 'Fail', exact: true }).click()
      await page.getByText('Not today.').first().waitFor()
      await page.getByRole('button', { name: 'Mend', exact: true }).click()
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await listOf(page).waitFor()
      await closeOf(opened)
    },
    LONG,
  )
})
