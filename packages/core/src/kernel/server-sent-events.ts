/** One message of a stream of server-sent events: `id` moves the place to go on from even where there is no data. A comment has none of all. */
export interface ServerSentEvent {
  id?: string
  event?: string
  data: string
}

export interface ReadServerSentEvents {
  signal?: AbortSignal | undefined
  /** Milliseconds without a byte after which the stream is taken for gone. */
  silence: number
}

/** Reads `text/event-stream` as the HTML standard has it, until it ends, breaks off, falls silent or is aborted. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  { signal, silence }: ReadServerSentEvents,
): AsyncGenerator<ServerSentEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const read = createPatientRead(reader, { signal, silence })
  let text = ''
  try {
    for (;;) {
      const piece = await read()
      if (piece === undefined) return
      text += decoder.decode(piece, { stream: true })
      const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) yield toMessage(block)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** The next bytes; nothing where there are none any more, whyever. */
function createPatientRead(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { signal, silence }: ReadServerSentEvents,
) {
  return async (): Promise<Uint8Array | undefined> => {
    if (signal?.aborted) return undefined
    let stop = (): void => undefined
    const stopped = new Promise<undefined>(resolve => {
      stop = () => resolve(undefined)
    })
    const timer = setTimeout(stop, silence)
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const next = reader.read().then(
        ({ value }) => value,
        () => undefined,
      )
      return await Promise.race([next, stopped])
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }
}

/** Lines that begin with a colon are comments; several lines of data are one text. */
function toMessage(block: string): ServerSentEvent {
  const fields = block
    .split('\n')
    .filter(line => line !== '' && !line.startsWith(':'))
    .map(line => /^([^:]*):? ?(.*)$/.exec(line)!.slice(1) as [string, string])
  const last = (name: string) => fields.findLast(([field]) => field === name)?.[1]
  const id = last('id')
  const event = last('event')
  const data = fields.flatMap(([field, value]) => (field === 'data' ? [value] : [])).join('\n')
  return { data, ...(id !== undefined && { id }), ...(event !== undefined && { event }) }
}
