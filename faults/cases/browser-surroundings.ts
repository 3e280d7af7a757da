import { en } from '@kinora/core'
import type { Page } from 'playwright-core'
import { begin, openTray, proveByItself, unhurried } from '../browsing.ts'
import type { FaultCase } from '../cases.ts'
import { logIn } from '../chromium.ts'
import type { Fault } from '../proxy.ts'
import { fillDisk, freeDisk, onSmallDisk } from '../small-disk.ts'
import { short, slow } from './surroundings.ts'

const expired: FaultCase = {
  name: 'AUTH-13, UPLOAD-24 browser: the access token runs out in mid-upload and is renewed underneath',
  async run(rig) {
    await rig.restart(short)
    const { surfer, media, tag } = await begin(rig)
    try {
      rig.proxy.plan = exchange => (exchange.chunk === 5 ? slow : unhurried(exchange))
      return await proveByItself(rig, tag, { media, faults: ['access token expired'] })
    } finally {
      await surfer.close()
      await rig.restart()
    }
  },
}

const revoked: FaultCase = {
  name: 'AUTH-20, UPLOAD-13 browser: the sign-in is revoked in mid-upload; the page stays and asks to log in, then the upload goes on by itself',
  async run(rig) {
    await rig.restart(short)
    const { surfer, media, tag } = await begin(rig)
    try {
      const { page } = surfer
      const revoke: Fault = async (exchange, hands) => {
        const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken') ?? '')
        await rig.api.session.logout({ refreshToken })
        await slow(exchange, hands)
      }
      rig.proxy.plan = exchange =>
        exchange.chunk === 5 && exchange.times === 1 ? revoke : unhurried(exchange)
      const dialog = page.getByRole('dialog', { name: en['ui.again.title'] })
      await dialog.waitFor()
      await logIn(dialog)
      await dialog.waitFor({ state: 'detached' })
      return await proveByItself(rig, tag, { media, faults: ['sign-in revoked'] })
    } finally {
      await surfer.close()
      await rig.restart()
    }
  },
}

const full: FaultCase = {
  name: 'ERR-01, UPLOAD-13 browser: the disk of the server fills up in mid-upload; the tray says so and what is kept, and goes on when asked',
  ...onSmallDisk(),
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      const { page } = surfer
      rig.proxy.plan = ({ chunk, times }) => (chunk === 5 && times === 1 ? fillDisk(rig) : undefined)
      const tray = await openTray(page)
      await tray.getByText(en['error.507']).waitFor()
      freeDisk(rig)
      await tray.getByRole('button', { name: `Retry ${media.name}` }).click()
      return await proveByItself(rig, tag, { media, faults: ['disk full'] })
    } finally {
      await surfer.close()
    }
  },
}

const offline: FaultCase = {
  name: 'UPLOAD-08, UPLOAD-09, SESS-14 browser: the network goes away and comes back; the page says so, the upload goes on by itself',
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      const { page, context } = surfer
      await context.setOffline(true)
      await page.getByText(en['upload.waitingForNetwork']).filter({ visible: true }).first().waitFor()
      await page.getByText(en['session.offline']).waitFor()
      await context.setOffline(false)
      await page.getByText(en['session.offline']).waitFor({ state: 'detached' })
      return await proveByItself(rig, tag, { media, faults: ['offline'] })
    } finally {
      await surfer.close()
    }
  },
}

/** What the page takes for the time, so many milliseconds off. */
const shiftClock = (page: Page, offset: number) =>
  page.evaluate(milliseconds => {
    const known = globalThis as typeof globalThis & { trueDate?: DateConstructor }
    known.trueDate ??= Date
    const real = known.trueDate
    globalThis.Date = class extends real {
      constructor(...given: []) {
        super(...((given.length === 0 ? [real.now() + milliseconds] : given) as []))
      }
      static override now = () => real.now() + milliseconds
    } as DateConstructor
  }, offset)

const jump: FaultCase = {
  name: 'UPLOAD-08, AUTH-13 browser: its clock jumps by hours, forth and back, in mid-upload',
  async run(rig) {
    const { surfer, media, tag } = await begin(rig)
    try {
      const hours = rig.random.between(1, 48)
      await shiftClock(surfer.page, hours * 3_600_000)
      await rig.proxy.arrived(5)
      await shiftClock(surfer.page, -hours * 3_600_000)
      const faults = [`clock ${hours} h ahead`, `clock ${hours} h behind`]
      return await proveByItself(rig, tag, { media, faults })
    } finally {
      await surfer.close()
    }
  },
}

export const browserSurroundingCases: readonly FaultCase[] = [expired, revoked, full, offline, jump]
