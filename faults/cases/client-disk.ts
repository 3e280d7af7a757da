import assert from 'node:assert/strict'
import { en } from '@kinora/core'
import { begin, newProfile, proveByItself, unhurried } from '../browsing.ts'
import type { FaultCase } from '../cases.ts'
import { drop, openBrowser } from '../chromium.ts'
import { prove } from '../proof.ts'
import { fill, freeDisk, onSmallDisk } from '../small-disk.ts'
import { finish, newName, uploadArgs } from './kills.ts'
import { short, slow } from './surroundings.ts'

/** The disk has no room for a record, and none for the renewed token either. */
const command: FaultCase = {
  name: 'UPLOAD-06, AUTH-13 the disk of the command line fills up in mid-upload, and its token runs out: the words say so, the upload goes on',
  ...onSmallDisk('command'),
  async run(rig) {
    await rig.restart(short)
    await rig.signIn()
    const media = await rig.media(4)
    const name = newName(rig, 'Own disk full')
    rig.proxy.begin(({ chunk, times }) => {
      if (chunk !== 2 || times > 1) return undefined
      fill(rig, 'command', 0)
      return slow
    })
    const { code, stderr } = await rig.command(uploadArgs(media, name, rig.role)).done
    assert.equal(code, 0, stderr)
    assert.match(stderr, /The journal in .* couldn’t be written. The upload continues/)
    assert.match(stderr, /No space to save the renewed session/)
    freeDisk(rig, 'command')
    return prove(rig, name, media, ['own disk full, access token expired'])
  },
}

const commandFull: FaultCase = {
  quick: true,
  name: 'UPLOAD-06, ERR-01 the disk of the command line is full before it begins: the words say so, no title is made, then the same command goes on',
  ...onSmallDisk('command'),
  async run(rig) {
    const media = await rig.media(4)
    const name = newName(rig, 'Own disk full before')
    fill(rig, 'command', 0)
    rig.proxy.begin()
    const { code, stderr } = await rig.command(uploadArgs(media, name, rig.role)).done
    assert.equal(code, 1, stderr)
    assert.match(stderr, /This machine’s disk is full/)
    freeDisk(rig, 'command')
    await finish(rig, uploadArgs(media, name, rig.role))
    return prove(rig, name, media, ['own disk full'])
  },
}

/** Less than the file takes; Chromium itself keeps working. */
const LEFT = 12_000_000

const browser: FaultCase = {
  name: 'SESS-11, UPLOAD-25 browser: its disk has no room for the file: the page says so, and after a reload asks for the same file',
  ...onSmallDisk('browser'),
  async run(rig) {
    rig.proxy.begin(unhurried)
    const surfer = await openBrowser(rig, newProfile(rig))
    try {
      const { page } = surfer
      fill(rig, 'browser', LEFT)
      const media = await rig.media(7)
      const arrived = rig.proxy.arrived(3)
      const tag = await drop(rig, page, media.path)
      // The title's page is open: the file stands there, the tray in the header.
      const said = (words: string) => page.getByText(words).filter({ visible: true }).first().waitFor()
      await said(en['ui.uploads.notKept'])
      await arrived
      await page.reload()
      await said(`Choose ${media.name} (`)
      await page.locator('input[type=file]').first().setInputFiles(media.path)
      return await proveByItself(rig, tag, { media, faults: ['own disk full', 'reload'] })
    } finally {
      await surfer.close()
    }
  },
}

const browserFull: FaultCase = {
  name: 'SESS-11, UPLOAD-06 browser: its disk fills up to the last byte in mid-upload: the upload goes on',
  ...onSmallDisk('browser'),
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      fill(rig, 'browser', 0)
      return await proveByItself(rig, tag, { media, faults: ['own disk full'] })
    } finally {
      await surfer.close()
    }
  },
}

export const clientDiskCases: readonly FaultCase[] = [command, commandFull, browser, browserFull]
