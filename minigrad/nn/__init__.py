"""Neural networks: Parameters, Modules, layers, losses, and how they are initialised.

Read: `modules/module.py`, `modules/linear.py`, `init.py`. The functions that layers
call are in `functional`.
"""

from ..ops.public import publish
from . import functional, init, modules, parameter, utils
from .modules.activation import (
    ELU,
    GELU,
    GLU,
    SELU,
    Hardtanh,
    LeakyReLU,
    LogSigmoid,
    LogSoftmax,
    PReLU,
    ReLU,
    ReLU6,
    Sigmoid,
    SiLU,
    Softmax,
    Softplus,
    Tanh,
)
from .modules.attention import MultiheadAttention
from .modules.batchnorm import BatchNorm1d, BatchNorm2d, InstanceNorm2d
from .modules.container import (
    ModuleDict,
    ModuleList,
    ParameterDict,
    ParameterList,
    Sequential,
)
from .modules.conv import Conv1d, Conv2d, ConvTranspose2d
from .modules.dropout import Dropout, Dropout1d, Dropout2d
from .modules.embedding import Embedding
from .modules.linear import Identity, Linear
from .modules.loss import (
    BCELoss,
    BCEWithLogitsLoss,
    CrossEntropyLoss,
    HuberLoss,
    KLDivLoss,
    L1Loss,
    MSELoss,
    NLLLoss,
    SmoothL1Loss,
)
from .modules.module import Module
from .modules.normalization import GroupNorm, LayerNorm, RMSNorm
from .modules.pooling import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AvgPool1d,
    AvgPool2d,
    MaxPool1d,
    MaxPool2d,
)
from .modules.rnn import GRU, LSTM, RNN
from .modules.rnn_cell import GRUCell, LSTMCell, RNNCell
from .modules.shape import (
    Flatten,
    Fold,
    PixelShuffle,
    ReflectionPad2d,
    Unflatten,
    Unfold,
    Upsample,
    ZeroPad2d,
)
from .modules.transformer import (
    Transformer,
    TransformerDecoder,
    TransformerDecoderLayer,
    TransformerEncoder,
    TransformerEncoderLayer,
)
from .parameter import Parameter

__getattr__ = publish(globals(), Module | Parameter)
