import { createContext, useContext } from 'react'

/** Whether messages go by themselves after their time, or stay until they are dismissed or the next one comes. */
export type MessageTime = 'pass' | 'stay'

export const MessageTimeContext = createContext<MessageTime>('pass')

/** The time that a message has, in ms; `null` where the host lets messages stay (WCAG 2.2.1 timing adjustable). */
export function useMessageTime(duration: number): number | null {
  return useContext(MessageTimeContext) === 'stay' ? null : duration
}
