/** What is counted, and how it is read; without it `/metrics` doesn't exist. */
export interface MetricsPort {
  request(seen: { method: string; endpoint: string; status: number; seconds: number }): void
  text(): Promise<{ contentType: string; body: string }>
}
