import { python } from './programs'
import { describeClient } from './scenes'

describeClient('Python', python)
