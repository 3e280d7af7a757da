import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '../../ports/mail.ts'

/** A mail as nodemailer takes it; the same mail is the same message whenever it is sent. */
export function toMessage(mail: Mail, from: string): SendMailOptions {
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
