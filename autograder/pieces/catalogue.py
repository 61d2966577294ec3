"""Every piece of minigrad that an exercise asks for, by the problem set it is in."""

from minigrad import optim
from minigrad.autograd import functional
from minigrad.core import arithmetic
from minigrad.ops import (
    class_loss,
    elementwise,
    extremes,
    index,
    linalg,
    loss,
    reduce,
    softmax,
)

from . import blocks
from .blocks import AppliedPiece
from .engine import (
    DetachPiece,
    EnginePiece,
    OrderPiece,
    RunPiece,
    ShapePiece,
)
from .functions import ApplyPiece, FunctionPiece, NeedsPiece, SavingPiece
from .gradcheck import AnalyticPiece, GradcheckPiece, NumericalPiece
from .kinds import MethodsPiece, OpPiece, Piece, ReductionPiece
from .layers import CellPiece, FillPiece, LinearPiece, WalkPiece
from .memory import CheckpointPiece, HooksPiece
from .optimizers import UpdatePiece
from .own_functions import CalledPiece, TensorPiece
from .programs import EdgesPiece, ProgramPiece
from .seams import SAVING, SEAMS, SWITCH, WALK

GRAD = (
    "outputs inputs grad_outputs retain_graph create_graph allow_unused "
    "materialize_grads"
)
IMAGES, TEXT = "ps8_images", "ps8_text"

PIECES: dict[str, Piece] = {
    piece.name: piece
    for piece in (
        OrderPiece("order_nodes", "ps1", *SEAMS["order_nodes"], "roots"),
        RunPiece("run", "ps1", *SEAMS["run"], "order grads task"),
        EnginePiece("accumulate", "ps1", *SEAMS["accumulate"], "leaf grad"),
        EnginePiece(
            "release", "ps1", *SEAMS["release"], "node retain_graph create_graph"
        ),
        EnginePiece("grad", "ps1", *SEAMS["grad"], GRAD),
        DetachPiece("detach", "ps1", *SEAMS["detach"], "tensor"),
        MethodsPiece("no_grad", "ps1", *SWITCH),
        OpPiece("Add", "ps2", arithmetic.Add),
        OpPiece("Mul", "ps2", arithmetic.Mul),
        OpPiece("Div", "ps2", elementwise.Div),
        OpPiece("Pow", "ps2", elementwise.PowScalar),
        OpPiece("Exp", "ps2", elementwise.Exp),
        OpPiece("Log", "ps2", elementwise.Log),
        OpPiece("Tanh", "ps2", elementwise.Tanh),
        OpPiece("ReLU", "ps2", extremes.ReLU),
        OpPiece("Abs", "ps2", extremes.Abs),
        ReductionPiece("Sum", "ps2", arithmetic.Sum),
        ReductionPiece("Mean", "ps2", reduce.Mean),
        ReductionPiece("Max", "ps2", reduce.Amax),
        ReductionPiece("Norm", "ps2", reduce.Norm),
        OpPiece("Dot", "ps2", linalg.Dot),
        OpPiece("Mv", "ps2", linalg.Mv),
        OpPiece("Mm", "ps2", linalg.Mm),
        OpPiece("Bmm", "ps2", linalg.Bmm),
        OpPiece("Index", "ps2", index.Index),
        ShapePiece("sum_to_shape", "ps2", *SEAMS["sum_to_shape"], "grad shape"),
        ApplyPiece("apply", "ps3", *SEAMS["apply"], "function *args"),
        NeedsPiece("needs_input_grad", "ps3", *SEAMS["needs_input_grad"], "args"),
        SavingPiece("Saving", "ps3", *SAVING),
        FunctionPiece("ZeroHead", "ps3"),
        FunctionPiece("AbsDot", "ps3"),
        FunctionPiece("LegendreP3", "ps3"),
        FunctionPiece("Clamp", "ps3"),
        FunctionPiece("Round", "ps3"),
        FunctionPiece("Polar", "ps3", outputs=2, asks=True),
        NumericalPiece(
            "numerical_jacobian", "ps4", *SEAMS["numerical_jacobian"], "func array eps"
        ),
        AnalyticPiece(
            "analytic_jacobian", "ps4", *SEAMS["analytic_jacobian"], "output inputs"
        ),
        GradcheckPiece(
            "gradcheck", "ps4", *SEAMS["gradcheck"], "func inputs eps atol rtol"
        ),
        LinearPiece("Linear", "ps5", *SEAMS["Linear"]),
        WalkPiece("Module", "ps5", *WALK),
        FillPiece(
            "kaiming_uniform_",
            "ps5",
            *SEAMS["kaiming_uniform_"],
            "tensor a mode nonlinearity",
        ),
        OpPiece("MSE", "ps5", loss.MseLoss),
        OpPiece("LogSoftmax", "ps5", softmax.LogSoftmax),
        OpPiece("NLL", "ps5", class_loss.NllMean),
        UpdatePiece("ps5", optim.SGD, "nesterov dampening maximize"),
        UpdatePiece("ps5", optim.Adam, "amsgrad maximize decoupled_weight_decay"),
        CellPiece("RNNCell", "ps6", *SEAMS["RNNCell"]),
        TensorPiece("unroll", "ps6", "cell xs lengths h"),
        FunctionPiece("Root", "ps6"),
        TensorPiece("safe_divide", "ps6", "a b"),
        FunctionPiece("Swish", "ps6"),
        TensorPiece("hvp", "ps6", "function inputs vectors", True, functional),
        TensorPiece("jvp", "ps6", "function x v", False, functional),
        TensorPiece("gradient_penalty", "ps6", "function x target", False, functional),
        CheckpointPiece("ps6"),
        HooksPiece("ps6"),
        ProgramPiece("fit_growth", "ps7", "start x y rate steps"),
        ProgramPiece("line_loss", "ps7", "w b x y"),
        ProgramPiece("scaled_tanh", "ps7", "x a"),
        FunctionPiece("Gain", "ps7"),
        ProgramPiece("energy", "ps7", "a b"),
        ProgramPiece("way_down", "ps7", "start rate steps"),
        ProgramPiece("agrees", "ps7", "function slope x", "True or False"),
        FunctionPiece("Damp", "ps7"),
        EdgesPiece("list_edges", "ps7", *SEAMS["list_edges"], "roots"),
        ProgramPiece("first_difference", "ps7", "a b", "a path"),
        AppliedPiece("Conv2d", IMAGES, *SEAMS["Conv2d"], blocks.conv2d),
        AppliedPiece("MaxPool2d", IMAGES, *SEAMS["MaxPool2d"], blocks.max_pool2d),
        CalledPiece("loss_and_gradients", IMAGES, "lib images labels tensors"),
        AppliedPiece("Embedding", TEXT, *SEAMS["Embedding"], blocks.embedding),
        OpPiece("Softmax", TEXT, softmax.Softmax),
        AppliedPiece("LayerNorm", TEXT, *SEAMS["LayerNorm"], blocks.layer_norm, False),
        AppliedPiece(
            "Attention",
            TEXT,
            *SEAMS["Attention"],
            blocks.scaled_dot_product_attention,
            saves=False,
        ),
        CalledPiece("text_loss_and_gradients", TEXT, "lib codes tensors"),
    )
}
