import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

let platform: TestPlatform
let shell: Shell
let tag: string
const vtt = (...lines: string[]) => ['WEBVTT', '', ...lines, ''].join('\n')
const good = vtt('00:00.000 --> 00:01.500', 'Hallo')

beforeAll(async () => {
  platform = await sharedPlatform()
  shell = await platform.signedIn('tenant')
  tag = await create('Morning flow', '--external-id', 'flow-001')
})

const at = (name: string) => join(shell.folder, name)
const create = async (...flags: string[]): Promise<string> =>
  (await shell.run(['titles', 'create', '--title', ...flags])).stdout.trim().split('\t')[1]!
const captions = (...args: string[]) => shell.run(['captions', ...args])
const languages = async (title = tag) => (await captions('list', title, '--json', 'language,title')).stdout

describe('CAPTION-01 to CAPTION-06 kinora captions', () => {
  test('add takes the language from the name, replaces only with --replace, show gives the file back', async () => {
    await writeFile(at('class.de-DE.vtt'), good)
    const added = await captions('add', tag, at('class.de-DE.vtt'))
    expect([added.code, added.stderr]).toEqual([0, `✔ German captions added to ${tag}\n`])
    expect(JSON.parse(await languages())).toEqual([{ language: 'de-DE', title: 'German' }])
    const again = await captions('add', tag, at('class.de-DE.vtt'), '--title', 'Deutsch')
    expect(again).toMatchObject({ code: 7, stdout: '' })
    expect(again.stderr).toMatch(/^✖ Error: This title already has captions in German: “German”\. /)
    expect(again.stderr).toMatch(/To replace them: --replace\n$/)
    expect((await captions('add', tag, at('class.de-DE.vtt'), '--title', 'Deutsch', '--replace')).code).toBe(
      0,
    )
    expect(JSON.parse(await languages())).toEqual([{ language: 'de-DE', title: 'Deutsch' }])
    expect((await captions('show', tag, 'de-de')).stdout).toBe(good)
    expect((await captions('show', tag, 'fr-FR')).code).toBe(3)
  })

  test('list tells of captions that start after the end of a video that came after them, with the shift', async () => {
    const late = await create('Late video')
    await writeFile(at('hour.it-IT.vtt'), vtt('01:00:01.000 --> 01:00:02.000', 'Ciao'))
    // Whoever pastes the hint runs no word of the title.
    const added = await captions('add', late, at('hour.it-IT.vtt'), '--title', "It's $(date) `id`")
    expect(added.code).toBe(0)
    await platform.platform.deps.db.execute(`UPDATE titles SET duration_second = 6 WHERE tag = '${late}'`)
    const { stderr } = await captions('list', late, '--url', platform.url)
    expect(stderr).toContain('it-IT: captions start after the video has ended, the last one at 01:00:01')
    expect(stderr).toContain(
      `captions show ${late} it-IT --output captions.vtt --url ${platform.url} && kinora`,
    )
    expect(stderr).toContain(
      `captions add ${late} captions.vtt --language it-IT --title 'It'\\''s $(date) \`id\`' --replace --shift -3600 --url ${platform.url}`,
    )
  })

  test('CAPTION-02, CAPTION-05 what is wrong with a file is said by line, and nothing is sent', async () => {
    await writeFile(
      at('bad.sv.vtt'),
      vtt('00:00:00,000 --> 00:00:01,000', 'Hej', '', '00:00.000 --> 00:01.000 x:1', 'Hej'),
    )
    const added = await captions('add', tag, at('bad.sv.vtt'))
    expect([added.code, added.stderr]).toEqual([
      2,
      expect.stringContaining(
        'Line 3: “00:00:00,000” is not a time. Write times as 00:00:05.000 --> 00:00:08.000.',
      ),
    ])
    const checked = await captions('check', at('class.de-DE.vtt'), at('bad.sv.vtt'))
    expect([checked.code, checked.stdout]).toEqual([2, 'class.de-DE.vtt: 1 caption, until 00:00:01.500\n'])
    expect(checked.stderr).toContain('! bad.sv.vtt: Line 6: players ignore the setting “x:1”.')
    await writeFile(at('class.srt'), '1')
    expect((await captions('add', tag, at('class.srt'))).stderr).toContain('Allowed only vtt type.')
    await writeFile(at('class.vtt'), good)
    expect((await captions('add', tag, at('class.vtt'))).stderr).toContain('--language')
    expect(JSON.parse(await languages())).toHaveLength(1)
  })

  test('CAPTION-05 SubRip, SBV and TTML are stored as WebVTT, whatever their name', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:03,000\nBreathe in\n'
    for (const name of ['class.it-IT.srt', 'class.it.vtt']) {
      await writeFile(at(name), srt)
      const added = await captions('add', tag, at(name), '--replace', '--shift', '-0.5')
      expect([added.code, added.stderr]).toEqual([
        0,
        `class.it${name.endsWith('srt') ? '-IT' : ''}.vtt: the file is SubRip; it is stored as WebVTT\n✔ Italian captions added to ${tag}\n`,
      ])
      const shown = await captions('show', tag, 'it-IT')
      expect(shown.stdout).toBe('WEBVTT\n\n00:00:00.500 --> 00:00:02.500\nBreathe in\n')
    }
    await writeFile(at('bad.srt'), `${srt}\n2\n00:00:61,000 --> 00:00:03,000\nOut\n`)
    const checked = await captions('check', at('bad.srt'))
    expect([checked.code, checked.stderr]).toEqual([
      2,
      expect.stringMatching(/Line 6: “00:00:61,000 --> 00:00:03,000” is not a time/),
    ])
    expect((await captions('add', tag, at('class.it.vtt'), '--shift', 'soon')).stderr).toContain(
      'Write a number such as 1.5 or -3600.',
    )
    expect((await captions('remove', tag, 'it-IT', '--yes')).code).toBe(0)
  })

  test('attach finds titles by tag, external id or name, shows its plan first, and tells of each file', async () => {
    const other = await create('Cool down')
    const folder = at('all')
    await mkdir(folder)
    const files = {
      [`${other}.fr-FR.vtt`]: good,
      'Flow-001.sv.vtt': good,
      'flow-001.sv.vtt': good,
      'flow-001.de.vtt': good,
      'cool_down.it.vtt': good,
      'cool down.vtt': good,
      'nobody.fr.vtt': good,
      'flow-001.fr.vtt': 'no',
      'read me.txt': '',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const plan = await captions('attach', folder, '--dry-run', '--json', 'file,action')
    expect(plan.code).toBe(0)
    const actions = Object.fromEntries(
      (JSON.parse(plan.stdout) as { file: string; action: string }[]).map(({ file, action }) => [
        file,
        action,
      ]),
    )
    expect(actions).toEqual({
      [`${other}.fr-FR.vtt`]: 'add',
      'Flow-001.sv.vtt': 'skip: no title is named so',
      'flow-001.sv.vtt': 'add',
      'flow-001.de.vtt': 'skip: there are captions already',
      'cool_down.it.vtt': 'add',
      'cool down.vtt': 'skip: no language in the name',
      'nobody.fr.vtt': 'skip: no title is named so',
      'flow-001.fr.vtt': 'skip: Line 1: write WEBVTT as the first line of the file.',
    })
    expect((await captions('attach', folder)).code).toBe(2)
    const done = await captions('attach', folder, '--yes', '--json', 'file,ok')
    expect([done.code, JSON.parse(done.stdout)]).toEqual([
      0,
      [`${other}.fr-FR.vtt`, 'cool_down.it.vtt', 'flow-001.sv.vtt'].sort().map(file => ({ file, ok: true })),
    ])
    const skipped = Object.entries(actions).filter(([, action]) => action.startsWith('skip'))
    expect(done.stderr.trimEnd().split('\n').sort()).toEqual(
      skipped.map(([file, action]) => `! ${file}: ${action}`).sort(),
    )
    expect(JSON.parse(await languages(other))).toMatchObject([{ language: 'fr-FR' }, { language: 'it-IT' }])
    const again = await captions('attach', folder, '--yes')
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Nothing to add.')])
  })

  test('remove asks, or is told --yes', async () => {
    expect((await captions('remove', tag, 'de-DE')).code).toBe(2)
    const removed = await captions('remove', tag, 'de-DE', '--yes')
    expect([removed.code, removed.stderr]).toEqual([0, `✔ German captions of ${tag} deleted\n`])
    expect(JSON.parse(await languages())).toMatchObject([{ language: 'sv-SE' }])
  })
})
