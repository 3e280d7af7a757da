import { beforeAll, describe, expect, test } from 'vitest'
import { readinessSteps } from '@kinora/core'
import { createTestServer, type TestServer } from './harness.ts'
