import { createMessages, en } from '@kinora/core'

/** Core's sentences: the command line speaks English only. */
export const messages = createMessages(en)
