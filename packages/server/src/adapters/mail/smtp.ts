import { createTransport } from 'nodemailer'
import type { MailPort } from '../../ports/mail.ts'
import { toMessage } from './message.ts'

/** Milliseconds that a mail server is given for each step. */
const PATIENCE = 15_000

/** Mail over SMTP; `url` is `smtp://` or `smtps://`, with name and password where the server asks for them. */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailPort {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  })
  return {
    async send(mail) {
      await transport.sendMail(toMessage(mail, from))
    },
  }
}
