import { z } from 'zod';

export const channel = z.string().min(1).max(200);
