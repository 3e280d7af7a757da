/** A text, sent while it is made, `before` in front of it. What fails before its first part is thrown; later it breaks off. */
export async function toTextStream(
  parts: AsyncGenerator<string>,
  before = '',
): Promise<ReadableStream<Uint8Array>> {
  const first = await parts.next()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(`${before}${first.value ?? ''}`)),
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
}
