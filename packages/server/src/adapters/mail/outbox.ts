import { join, resolve } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mail, MailPort } from '../../ports/services.ts'
import { makeFolder, writeAtomic } from '../files.ts'

/** Mails as `.eml` files in a folder, for machines without a mail server; a mail that is there already is written anew. */
export function createOutboxMail({ folder, from }: { folder: string; from: string }): MailPort {
  const outbox = resolve(folder)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail, from))
      await makeFolder(outbox, 0o700)
      await writeAtomic(outbox, join(outbox, `${toFileName(mail.id)}.eml`), message as Buffer)
    },
  }
}

const toFileName = (id: string): string => id.replace(/[^\w.-]/g, '-').replace(/^\.+/, '')

/** Milliseconds that a mail server is given for each step. */
const SMTP_TIMEOUT = 15_000

/** Mail over SMTP; `url` is `smtp://` or `smtps://`, with name and password where the server asks for them. */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailPort {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT,
    greetingTimeout: SMTP_TIMEOUT,
    socketTimeout: SMTP_TIMEOUT,
  })
  return {
    async send(mail) {
      await transport.sendMail(toMessage(mail, from))
    },
  }
}

/** A mail as nodemailer takes it; the same mail is the same message whenever it is sent. */
function toMessage(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject.replace(/[\r\n]+/g, ' '),
    text: mail.text,
    messageId: `<${mail.id}@${domainOf(from)}>`,
    // Nothing in a mail is ever read from disk or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const domainOf = (address: string): string => /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost'
