import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe } from 'vitest'
import { type ReceivedMail, testMail } from '../../ports/mail.conformance.ts'
import { createOutboxMail, createSmtpMail } from './outbox.ts'

const from = 'Kinora <portal@kinora.example>'
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

describe('mail over SMTP, to a real server', () => {
  testMail(async () => {
    const arrived: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, _, done) => {
        text(stream).then(raw => {
          arrived.push(raw)
          done()
        }, done)
      },
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const close = () => new Promise<void>(resolve => server.close(() => resolve()))
    endings.push(close)
    const { port } = server.server.address() as AddressInfo
    return {
      mail: createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from }),
      received: () => Promise.all(arrived.map(read)),
      breakDown: close,
    }
  })
})

describe('mail into an outbox folder', () => {
  testMail(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-outbox-'))
    endings.push(() => rm(folder, { recursive: true, force: true }))
    const outbox = join(folder, 'outbox')
    return {
      mail: createOutboxMail({ folder: outbox, from }),
      async received() {
        const names = (await readdir(outbox)).filter(name => name.endsWith('.eml'))
        return Promise.all(names.map(async name => read(await readFile(join(outbox, name), 'utf8'))))
      },
      breakDown: () => writeFile(outbox, 'a file where the folder should be'),
    }
  })
})

async function read(raw: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  return {
    messageId: mail.messageId ?? '',
    from: mail.from?.address ?? '',
    to: mail.to?.map(({ address }) => address).join(', ') ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
  }
}
