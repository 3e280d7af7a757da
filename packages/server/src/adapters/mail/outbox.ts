import { join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailPort } from '../../ports/mail.ts'
import { writeWhole } from '../blobs-fs/files.ts'
import { makeFolder } from '../folders.ts'
import { toMessage } from './message.ts'

/** Mails as `.eml` files in a folder, for machines without a mail server; a mail that is there already is written anew. */
export function createOutboxMail({ folder, from }: { folder: string; from: string }): MailPort {
  const outbox = resolve(folder)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail, from))
      await makeFolder(outbox, 0o700)
      await writeWhole(outbox, join(outbox, `${toFileName(mail.id)}.eml`), message as Buffer)
    },
  }
}

const toFileName = (id: string): string => id.replace(/[^\w.-]/g, '-').replace(/^\.+/, '')
