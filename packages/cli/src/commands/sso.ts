import { sso as calls, createVerifier, isKinoraError, type SignedIn, startSso } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import { withSpinner } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'

export interface SsoFlags {
  /** The name of an identity provider; true where none is named. */
  sso?: string | boolean | undefined
  device?: boolean | undefined
  email?: string | undefined
}

interface Chosen {
  identityProviderId?: string
  email?: string
}

/** Milliseconds that a person has, as the server gives them. */
const SIGN_IN_TIME = 900_000

/**
 * KEY-05: signs in at an identity provider, in the browser of this machine; with a code on another device where that is asked for, or
 * where there is no browser here and the identity provider has such codes.
 */
export async function signInBySso(session: Session, { sso, device, email }: SsoFlags): Promise<SignedIn> {
  const chosen: Chosen = {
    ...(typeof sso === 'string' && { identityProviderId: sso }),
    ...(email !== undefined && { email }),
  }
  if (device) return byDevice(session, chosen)
  const browser = await session.world.browser()
  if (browser.isThere) return byBrowser(session, chosen)
  try {
    return await byDevice(session, chosen)
  } catch (error) {
    const hasNone = isKinoraError(error) && error.issues[0]?.code === 'sso.noDevice'
    if (!hasNone) throw error
    return byBrowser(session, chosen)
  }
}

/** What comes back comes to a port of this machine, and is good for this command alone. */
async function byBrowser(session: Session, chosen: Chosen): Promise<SignedIn> {
  const { world, print } = session
  const browser = await world.browser()
  const send = await session.send()
  const deadline = new AbortController()
  const signal = AbortSignal.any([world.interrupted, deadline.signal])
  const listener = await browser.listen(signal)
  try {
    const started = await startSso(send, { ...chosen, loopbackPort: listener.port })
    const { url, verifier, challenge } = started
    const isOpen = await browser.open(url)
    print.note(
      isOpen
        ? 'Sign in with the browser that opens. If none does, open this address:'
        : 'Open this address with a browser on this machine:',
    )
    print.note(safe`${url}`)
    void world.clock.sleep(SIGN_IN_TIME, signal).then(
      () => deadline.abort(tooLate()),
      () => undefined,
    )
    const code = await withSpinner(session, 'Waiting for the browser …', () => listener.returned(challenge))
    return await send(calls.exchange, { code, verifier })
  } finally {
    deadline.abort()
    await listener.close()
  }
}

async function byDevice(session: Session, chosen: Chosen): Promise<SignedIn> {
  const { world, print } = session
  const send = await session.send()
  const { verifier, challenge } = await createVerifier()
  const device = await send(calls.startDevice, { ...chosen, challenge })
  const { deviceId, userCode, verificationUrl, verificationUrlComplete } = device
  print.note(safe`Open ${verificationUrl} on any device and type this code: ${userCode}`)
  if (verificationUrlComplete !== null)
    print.note(safe`Or open it with the code in it: ${verificationUrlComplete}`)
  const code = await withSpinner(session, 'Waiting for the code to be typed …', async () => {
    let { interval } = device
    for (;;) {
      await world.clock.sleep(interval * 1000, world.interrupted)
      const asked = await send(calls.pollDevice, { deviceId })
      if (asked.code !== null) return asked.code
      interval = asked.interval
    }
  })
  return send(calls.exchange, { code, verifier })
}

const tooLate = () =>
  explain('aborted', {
    what: 'Nobody signed in within 15 minutes',
    how: 'Run the same command again, or sign in with a code on another device: kinora login --device',
  })
