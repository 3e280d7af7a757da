export interface Mail {
  /** Names the message for good: sent again it is the same message, not another. Letters, digits, dots and dashes. */
  id: string
  to: string
  subject: string
  text: string
}

/** Mail to people outside. Resolves once the message is out of our hands; throws where that failed. */
export interface MailPort {
  send(mail: Mail): Promise<void>
}
