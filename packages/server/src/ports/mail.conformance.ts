import { expect, test } from 'vitest'
import type { MailPort } from './services.ts'

/** A message as the one who gets it reads it. */
export interface ReceivedMail {
  messageId: string
  from: string
  to: string
  subject: string
  text: string
}

export interface MailUnderTest {
  mail: MailPort
  /** What has arrived so far. */
  received(): Promise<ReceivedMail[]>
  /** From now on nothing can be delivered. */
  breakDown(): Promise<void>
}

/** What every mail adapter promises. */
export function testMail(open: () => Promise<MailUnderTest>): void {
  const message = {
    id: 'batch-1.run-1',
    to: 'ops@studio.example',
    subject: 'Bulk upload “Frühling”: Complete',
    text: 'Zwölf Titel – fertig.\n.\nA line with a dot stands above; 日本語 and עברית are fine.\n',
  }

  test('delivers a message whole, in any script', async () => {
    const { mail, received } = await open()
    await mail.send(message)
    expect(await received()).toEqual([
      {
        messageId: expect.stringContaining('batch-1.run-1@'),
        from: 'portal@kinora.example',
        to: message.to,
        subject: message.subject,
        text: message.text,
      },
    ])
  })

  test('gives a message that is sent again the same name, so that it can be told from another', async () => {
    const { mail, received } = await open()
    await mail.send(message)
    await mail.send(message)
    await mail.send({ ...message, id: 'batch-1.run-2' })
    expect(new Set((await received()).map(({ messageId }) => messageId)).size).toBe(2)
  })

  test('takes a line break in a subject or an address for no header of its own', async () => {
    const { mail, received } = await open()
    await mail.send({ ...message, subject: 'Hello\r\nBcc: thief@example.org' })
    const [mailed, ...more] = await received()
    expect(more).toEqual([])
    expect(mailed).toMatchObject({
      to: message.to,
      subject: expect.stringMatching(/^Hello Bcc: thief@example\.org$/),
    })
  })

  test('throws where nothing can be delivered', async () => {
    const { mail, breakDown } = await open()
    await breakDown()
    await expect(mail.send(message)).rejects.toThrow()
  })
}
